// A session with the page in Chromium: node session.cjs URL PROGRAM FOLDER
//   PROGRAM: the native program, whose hashes are what the page has to come to
//   FOLDER: for downloads and pictures
// Waits for events that the program reports, never for pixels. Prints what was done.
"use strict";
const { execFileSync } = require("child_process");
const fs = require("fs");
const path = require("path");
const puppeteer = require("puppeteer-core");

const [url, program, folder] = process.argv.slice(2);
const PATIENCE_MS = 90000;
// The page draws a few frames a second here: a key that is shorter could be missed.
const HELD_MS = 350;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function check(holds, what) {
  if (!holds) throw new Error(what);
}

// The hash that the native program comes to.
function native(scene, steps) {
  const text = execFileSync(program, ["run", scene, "--steps", String(steps), "--json"]);
  return JSON.parse(text).hash;
}

class Session {
  constructor(page) {
    this.page = page;
    this.seen = {};
    this.listeners = new Set();
    this.errors = [];
    page.on("console", (message) => this.hear(message));
    page.on("pageerror", (error) => this.errors.push(error.message));
  }

  hear(message) {
    for (const line of message.text().split("\n")) {
      if (!line.startsWith("{")) {
        if (message.type() === "error" && !line.includes("404")) this.errors.push(line);
        continue;
      }
      const event = JSON.parse(line);
      this.seen[event.event] = event;
      for (const listener of this.listeners) listener(event);
    }
  }

  // An event of a kind that is as wished: the last one, or one that comes.
  wait(kind, wished = () => true, what = kind) {
    const last = this.seen[kind];
    if (last && wished(last)) return Promise.resolve(last);
    return new Promise((resolve, reject) => {
      const listener = (event) => {
        if (event.event !== kind || !wished(event)) return;
        clearTimeout(timer);
        this.listeners.delete(listener);
        resolve(event);
      };
      const timer = setTimeout(() => {
        this.listeners.delete(listener);
        reject(new Error(`waited in vain for ${what}; last: ${JSON.stringify(this.seen[kind])}`));
      }, PATIENCE_MS);
      this.listeners.add(listener);
    });
  }

  async frames(count) {
    await this.wait("frame");
    const last = this.seen.frame.number + count;
    await this.wait("frame", (frame) => frame.number >= last);
  }

  async open(query) {
    this.seen = {};
    await this.page.goto(`${url}?events&${query}`);
    await this.wait("ready");
    await this.frames(2);
  }

  async key(...keys) {
    for (const key of keys) {
      await this.page.keyboard.down(key);
      await sleep(60);
    }
    await sleep(HELD_MS);
    await this.frames(2);
    for (const key of keys.reverse()) await this.page.keyboard.up(key);
    await this.frames(2);
  }

  async type(text) {
    for (const character of text) {
      await this.page.keyboard.press(character, { delay: HELD_MS });
      await this.frames(1);
    }
    await this.frames(2);
  }

  async click(x, y) {
    await this.page.mouse.move(x, y);
    await this.frames(2);
    // Not a frame later: with few frames a second that would be too long for a click.
    await this.page.mouse.down();
    await sleep(30);
    await this.page.mouse.up();
    await this.frames(3);
  }

  async place_of(label) {
    const find = (event) => event.list.findLast((widget) => widget.label === label);
    let before = null;
    for (;;) {
      const event = await this.wait("widgets", find, `a control ${label}`);
      const now = find(event);
      if (before && before.x === now.x && before.y === now.y) return now;
      before = now;
      await this.frames(5);
    }
  }

  async click_on(label) {
    const { x, y } = await this.place_of(label);
    await this.click(x, y);
  }

  // Pauses, and says at which step and in which state.
  async pause() {
    await this.key(" ");
    return this.wait("run", (run) => !run.playing && !run.busy && run.hash, "a pause");
  }

  // What the browser keeps under a name, once it does.
  async kept(name) {
    const deadline = Date.now() + PATIENCE_MS;
    while (Date.now() < deadline) {
      const text = await this.page.evaluate((key) => localStorage.getItem(key), name);
      if (text !== null) return text;
      await sleep(500);
    }
    throw new Error(`the browser does not keep ${name}; last message: ${JSON.stringify(this.seen.message)}`);
  }

  picture(name) {
    return this.page.screenshot({ path: path.join(folder, name) });
  }
}

// The file with an ending that is downloaded by what is done.
async function newest_download(ending, act) {
  const names = () => fs.readdirSync(folder).filter((name) => name.endsWith(ending));
  const before = new Set(names());
  await act();
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const found = names().find((name) => !before.has(name));
    if (found) return path.join(folder, found);
    await sleep(100);
  }
  throw new Error("no file was downloaded");
}

async function session(page) {
  const lab = new Session(page);

  await lab.open("scene=first-throw");
  await lab.picture("1-loaded.png");
  const standing = await lab.wait("run", (run) => run.figure, "a figure that stands");
  await lab.click(...standing.figure);
  await lab.wait("shot", (shot) => shot.hit, "a hit");
  console.log("threw and hit");
  await lab.picture("2-thrown.png");

  const paused = await lab.pause();
  await lab.key("Shift", "ArrowLeft");
  const back = await lab.wait("run", (run) => !run.busy && run.step === paused.step - 10, "10 steps back");
  check(back.hash !== paused.hash, "the state is the same 10 steps earlier");
  await lab.key("Shift", "ArrowRight");
  const again = await lab.wait("run", (run) => !run.busy && run.step === paused.step, "10 steps on");
  check(again.hash === paused.hash, "the way back in time comes to another state");
  console.log(`went back and on again to step ${paused.step}, ${paused.hash}`);

  await lab.open("scene=mx-drop");
  const fallen = await lab.pause();
  check(fallen.step > 0, "nothing was simulated");
  check(fallen.hash === native("mx-drop", fallen.step), `mx-drop differs at step ${fallen.step}`);
  console.log(`another scene, at step ${fallen.step} as the native program, ${fallen.hash}`);

  // A limit in the table, as on a desktop (tests/window/joints.rs).
  await lab.key("Backspace");
  await lab.key("Control", "8");
  await lab.click_on("Filter limbs");
  await lab.type("lower arm");
  await lab.key("Enter");
  await lab.click_on("Left Lower Arm min y");
  for (let cell = 0; cell < 3; cell += 1) await lab.key("ArrowRight");
  await lab.type("70");
  await lab.key("Enter");
  await lab.picture("3-limit.png");
  const unsaved = await lab.kept("/ragdoll-lab/recovery/1.json");
  check(unsaved.includes("l_lower_arm"), "the unsaved limit is not kept");
  const settings = await lab.kept("/ragdoll-lab/settings.json");
  check(settings.includes("panels"), "the settings are not kept");
  console.log("the browser keeps settings and what is not saved");
  const file = await newest_download(".json", () => lab.key("Control", "s"));
  const shipped = fs.readFileSync(path.join(__dirname, "../../scenes/mx-drop.json"), "utf8");
  check(fs.readFileSync(file, "utf8") !== shipped, "the limit is not in the file");
  console.log(`edited a limit, saved ${path.basename(file)}`);

  await lab.open("scene=chain");
  const left = await lab.pause();
  const chooser = page.waitForFileChooser({ timeout: PATIENCE_MS });
  await lab.key("Control", "o");
  await (await chooser).accept([file]);
  await lab.wait("run", (run) => run.playing || (run.hash && run.hash !== left.hash), "the file");
  if (!lab.seen.run.playing) await lab.key(" ");
  await lab.wait("run", (run) => run.playing, "playing");
  await lab.frames(5);
  const opened = await lab.pause();
  check(opened.step > 0, "nothing was simulated");
  check(opened.hash === native(file, opened.step), `the file differs at step ${opened.step}`);
  console.log(`opened it again, at step ${opened.step} as the native program, ${opened.hash}`);
  await lab.picture("4-opened.png");

  await lab.open("scene=first-throw");
  const touched = await lab.wait("run", (run) => run.figure, "a figure that stands");
  await page.touchscreen.touchStart(...touched.figure);
  await lab.frames(3);
  await page.touchscreen.touchEnd();
  await lab.wait("shot", (shot) => shot.hit, "a hit by a finger");
  console.log("threw with a finger");

  // A hand pulls a limb, and both weightings go side by side (tests/window/experiments.rs).
  await lab.open("scene=first-throw");
  const stands = await lab.wait("run", (run) => run.figure, "a figure that stands");
  const [x, y] = stands.figure;
  await lab.key("q");
  await page.mouse.move(x, y);
  await lab.frames(3);
  await page.mouse.down();
  await lab.frames(3);
  await page.mouse.move(x + 60, y - 60);
  await lab.wait("run", (run) => run.pulled, "a pull");
  await page.mouse.up();
  await lab.wait("run", (run) => !run.pulled, "the end of the pull");
  console.log("pulled a limb");
  await lab.key("v");
  await lab.wait("run", (run) => run.sides[0] === 1, "a run beside this one");
  console.log("compared the weightings");
  await lab.picture("5-compared.png");

  // Without threads long work goes on in slices, and the page draws in between.
  await lab.open("scene=first-throw");
  await lab.key("Control", "Alt", "f");
  await lab.click_on("Run shot fan");
  await lab.wait("run", (run) => run.busy, "a shot fan that runs");
  const begun = lab.seen.frame.number;
  const has_curve = (event) => event.list.some((widget) => widget.label === "Curve 1");
  await lab.wait("widgets", has_curve, "the curve of the shot fan");
  const drawn = lab.seen.frame.number - begun;
  // Nine shots, a slice each at least: in one go they would be a single frame.
  check(drawn >= 6, `only ${drawn} frames while a shot fan ran`);
  console.log(`drew ${drawn} frames while a shot fan ran`);
  await lab.picture("6-fan.png");

  await lab.open("scene=first-throw");
  const target = await lab.wait("run", (run) => run.figure, "a figure that stands");
  const film = await newest_download(".gif", async () => {
    await lab.key("Shift", "F12");
    await lab.click(...target.figure);
    await lab.wait("shot", (shot) => shot.hit, "a hit in the film");
    await lab.key("Shift", "F12");
  });
  check(fs.readFileSync(film).subarray(0, 6).toString() === "GIF89a", `${film} is no GIF`);
  console.log(`filmed a throw, ${fs.statSync(film).size} bytes`);

  check(lab.errors.length === 0, `errors of the page: ${lab.errors.join("; ")}`);
  const frames = lab.seen.frames;
  if (frames) console.log(`a frame takes ${frames.whole_ms.toFixed(0)} ms with the software driver`);
}

async function main() {
  const browser = await puppeteer.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--no-first-run", "--disable-background-networking", "--disable-component-update",
      "--disable-sync", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
      "--ignore-gpu-blocklist"],
    defaultViewport: { width: 1280, height: 720 },
  });
  try {
    const page = await browser.newPage();
    const client = await browser.target().createCDPSession();
    await client.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    await session(page);
  } finally {
    await browser.close();
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
