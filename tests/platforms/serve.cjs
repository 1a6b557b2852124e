// Serves a folder on a free port of this machine: node serve.cjs FOLDER. Prints the address.
"use strict";
const fs = require("fs");
const http = require("http");
const path = require("path");

const folder = path.resolve(process.argv[2]);
const kinds = { ".html": "text/html", ".js": "text/javascript", ".png": "image/png" };
const server = http.createServer((request, response) => {
  const name = path.basename(new URL(request.url, "http://x").pathname) || "index.html";
  fs.readFile(path.join(folder, name), (error, bytes) => {
    if (error) return response.writeHead(404).end();
    const kind = kinds[path.extname(name)] || "application/octet-stream";
    response.writeHead(200, { "Content-Type": kind, "Content-Length": bytes.length }).end(bytes);
  });
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/`));
