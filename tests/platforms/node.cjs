// Runs the command line of the program that dist/web holds:
//   node tests/platforms/node.cjs run first-throw --seconds 2 --json
// It has no files. Exits as the program does; with 70 if that stopped.
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");
const zlib = require("zlib");

const web = process.env.DIST_WEB || path.join(__dirname, "../../dist/web");
vm.runInThisContext(fs.readFileSync(path.join(web, "lab.js"), "utf8"));

const packed = fs.readFileSync(path.join(web, "ragdoll-lab.bin"));
const program = new WebAssembly.Module(zlib.gunzipSync(packed));
let memory = null;
const words = { 1: [], 2: [] };
const lab = lab_imports({
  memory: () => memory,
  arguments: process.argv.slice(2),
  shot: "",
  first: true,
  look_up: () => null,
  keep: () => false,
  forget() {},
  print: (stream, text) => words[stream].push(stream === 1 ? text : text + "\n"),
  download() {},
  ask: (_, answer) => answer(null),
});
// What a window needs is not there.
const env = {};
for (const { module, name, kind } of WebAssembly.Module.imports(program)) {
  if (module !== "env" || kind !== "function") throw new Error(`unknown import ${module}.${name}`);
  env[name] = lab[name] || (() => 0);
}
const instance = new WebAssembly.Instance(program, { env });
memory = instance.exports.memory;
let code = 70;
try {
  code = instance.exports.main(0, 0);
} catch (error) {
  words[2].push(`${error.stack}\n`);
}
fs.writeSync(2, words[2].join(""));
process.stdout.write(words[1].join(""), () => process.exit(code));
