// The other side of src/platform/page.rs and src/clock.rs: what the page lends the program.
//
// `host` is what differs between a page and a command line (tests/platforms/node.cjs):
//   memory()                 the memory of the program
//   arguments, shot          what the address stands for
//   first                    whether the kept texts belong to this page
//   look_up(name)            a kept text, or null
//   keep(name, text)         whether there was room
//   forget(name)
//   print(stream, text)      1: results, 2: messages
//   download(name, bytes)
//   ask(endings, answer)     calls answer(file) with {name, bytes}, or answer(null)
"use strict";

function lab_imports(host) {
  const words = (place, length) => new TextDecoder().decode(bytes(place, length));
  const bytes = (place, length) => new Uint8Array(host.memory().buffer, place, length).slice();
  let found = null;
  let chosen = null;
  let asking = false;

  function look_up(name) {
    switch (name) {
      case "page:arguments":
        return new TextEncoder().encode(host.arguments.join("\n"));
      case "page:shot":
        return new TextEncoder().encode(host.shot);
      case "page:chosen name":
        return chosen && new TextEncoder().encode(chosen.name);
      case "page:chosen bytes":
        return chosen && chosen.bytes;
      default: {
        const text = host.look_up(name);
        return text === null ? null : new TextEncoder().encode(text);
      }
    }
  }

  return {
    lab_now_ms: () => performance.now(),
    lab_since_1970_ms: () => Date.now(),
    lab_look_up(place, length) {
      found = look_up(words(place, length));
      return found ? found.length : -1;
    },
    lab_fetch(place) {
      new Uint8Array(host.memory().buffer).set(found, place);
    },
    lab_keep(name, name_length, text, length) {
      return host.keep(words(name, name_length), words(text, length)) ? 1 : 0;
    },
    lab_forget: (place, length) => host.forget(words(place, length)),
    lab_is_first: () => (host.first ? 1 : 0),
    lab_download(name, name_length, place, length) {
      host.download(words(name, name_length), bytes(place, length));
    },
    lab_ask_for_file(place, length) {
      chosen = null;
      asking = true;
      host.ask(words(place, length), (file) => {
        chosen = file;
        asking = false;
      });
    },
    lab_chosen: () => (asking ? 0 : chosen ? 1 : 2),
    lab_print: (stream, place, length) => host.print(stream, words(place, length)),
  };
}

// The window library asks WebGL 2 for depths and colours without a size, which it refuses.
function lab_mend_webgl() {
  const DEPTH = 0x1902, DEPTH_16 = 0x81a5, DEPTH_32 = 0x81a7, DEPTH_32F = 0x8cac;
  const RGBA = 0x1908, RGBA_8 = 0x8058, FLOAT = 0x1406, UNSIGNED_SHORT = 0x1403;
  const context = WebGL2RenderingContext.prototype;
  const texture = context.texImage2D;
  context.texImage2D = function (...given) {
    if (given[2] === DEPTH && given[7] === FLOAT) given[2] = DEPTH_32F;
    if (given[2] === DEPTH && given[7] === UNSIGNED_SHORT) given[2] = DEPTH_16;
    return texture.apply(this, given);
  };
  const buffer = context.renderbufferStorageMultisample;
  context.renderbufferStorageMultisample = function (target, samples, format, width, height) {
    const sized = { [DEPTH_32]: DEPTH_32F, [RGBA]: RGBA_8 }[format] ?? format;
    return buffer.call(this, target, samples, sized, width, height);
  };
}
