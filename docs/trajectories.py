"""Repeats two figures of Delannoy's thesis from trajectories.

    python3 docs/trajectories.py RAGDOLL_LAB FOLDER

RAGDOLL_LAB is the program, FOLDER takes the trajectories and, where Matplotlib is installed, the
figures. Needs NumPy.
"""

import json
import pathlib
import subprocess
import sys

import numpy

LINK_M, LINK_KG, LAST_KG, START_RAD, LINKS = 0.2, 5.0, 10.0, 0.2, 5


def run(program, folder, name, scene, *options):
    """Runs a scene and reads its trajectory."""
    path = folder / f"{name}.npz"
    command = [program, "run", scene, *options, "--trajectory", path]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return numpy.load(path)


def centre_of_mass(trajectory):
    """Where the centre of mass of all particles is in each row, m."""
    mass = trajectory["particle_mass_kg"]
    moments = mass[:, None] * trajectory["particle_position_m"]
    return moments.sum(axis=1) / mass.sum()


def slow_and_fast_ball(program, folder):
    """Figure 4.11: how far the body travels along the throw after a slow and a fast ball."""
    lines = {}
    for speed in (8, 16):
        settings = [f"launcher.speed_m_s={speed}", "launcher.fire_at_s=0"]
        options = [word for setting in settings for word in ("--set", setting)]
        trajectory = run(
            program, folder, f"ball-{speed}", "humanoid-medium", *options, "--seconds", "4"
        )
        centre = centre_of_mass(trajectory)
        # The ball flies towards negative z.
        lines[f"{speed} m/s"] = trajectory["time_s"], centre[0, 2] - centre[:, 2]
    return "travel along the throw, m", lines


def chain_scene(weighting):
    """Five links from a pin, the last of which is heavier."""
    along = LINK_M * numpy.array([numpy.sin(START_RAD), -numpy.cos(START_RAD), 0.0])
    particles, constraints = [], []
    for link in range(LINKS):
        mass = 0.5 * (LAST_KG if link == LINKS - 1 else LINK_KG)
        a, b = 100 + 2 * link, 101 + 2 * link
        for particle, place in ((a, link), (b, link + 1)):
            position = (along * place).tolist()
            particles.append({"id": particle, "mass_kg": mass, "position_m": position})
        upper = {"particle": a - 1} if link else {"world": [0, 0, 0]}
        pin = {"pin": {"a": upper, "b": {"particle": a}}}
        stick = {"stick": {"a": a, "b": b, "length_m": LINK_M}}
        constraints.append({"id": 1000 + link, "kind": pin})
        constraints.append({"id": 2000 + link, "kind": stick})
    solver = {
        "rate_hz": 240, "substeps": 1, "iterations": 100, "weighting": weighting,
        "linear_drag_per_s": 0, "joint_damping_per_s": 0, "sleeping": False,
    }
    return {
        "format": "ragdoll-scene", "version": 2, "name": "Chain",
        "gravity_m_s2": [0, -9.81, 0], "solver": solver,
        "particles": particles, "constraints": constraints,
    }


def weighted_chain(program, folder):
    """Figure 4.6: the lower end of a chain with a heavy last link, under both weightings."""
    lines = {}
    for name, weighting in (("uniform", 0), ("mass-weighted", 1)):
        scene = folder / f"{name}.json"
        scene.write_text(json.dumps(chain_scene(weighting)))
        trajectory = run(program, folder, name, scene, "--seconds", "6")
        lines[name] = trajectory["time_s"], trajectory["particle_position_m"][:, -1, 0]
    return "position of the lower end, m", lines


def draw(folder, name, title, lines):
    """Draws lines over time, if Matplotlib is there."""
    try:
        from matplotlib import pyplot
    except ImportError:
        return
    figure, axes = pyplot.subplots()
    for label, (time_s, values) in lines.items():
        axes.plot(time_s, values, label=label)
    axes.set(xlabel="time, s", ylabel=title)
    axes.legend()
    figure.savefig(folder / f"{name}.png")


def period_s(time_s, values):
    """Twice the mean time between zero crossings."""
    at = numpy.flatnonzero(numpy.diff(numpy.sign(values)) != 0)
    share = values[at] / (values[at] - values[at + 1])
    crossings = time_s[at] + share * (time_s[at + 1] - time_s[at])
    return 2.0 * numpy.diff(crossings).mean()


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    title, lines = slow_and_fast_ball(program, folder)
    draw(folder, "figure-4.11", title, lines)
    for label, (_, travel) in lines.items():
        print(f"figure 4.11: {label}: travel {travel[-1]:.4f} m")
    title, lines = weighted_chain(program, folder)
    draw(folder, "figure-4.6", title, lines)
    for label, (time_s, tip) in lines.items():
        print(f"figure 4.6: {label}: period {period_s(time_s, tip):.4f} s")


if __name__ == "__main__":
    main()
