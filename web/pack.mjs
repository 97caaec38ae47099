// Makes the files of the client part of the program: node pack.mjs DIST OUT.cpp writes the table that src/assets/assets.h
// declares. Every file is in it as it is and compressed, so that the server never has to compress anything.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { constants, gzipSync } from 'node:zlib';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

function stop(message) {
  console.error(`web: ${message}`);
  process.exit(1);
}

const [dist, out] = process.argv.slice(2);
if (!dist || !out) stop('usage: node pack.mjs DIST OUT.cpp');

function read(path) {
  const type = types[extname(path)];
  if (!type) stop(`${path}: files of this kind have no type; web/pack.mjs lists the types there are`);
  const body = readFileSync(join(dist, path));
  const gzip = gzipSync(body, { level: constants.Z_BEST_COMPRESSION });
  return {
    path,
    type,
    body,
    // What is compressed already would only become slower to read.
    gzip: gzip.length < body.length * 0.95 ? gzip : Buffer.alloc(0),
    etag: createHash('sha256').update(body).digest('hex').slice(0, 32),
    // Vite puts a hash of the contents into these names, so the contents of a name never change.
    immutable: /^assets\/.*-[\w-]{8}\.\w+$/.test(path),
  };
}

const files = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(dist, join(entry.parentPath, entry.name)))
  .map(read)
  .sort((a, b) => (a.path < b.path ? -1 : 1));
const index = files.find((file) => file.path === 'index.html');
if (!index) stop(`${dist} has no index.html`);

// The policy of the pages forbids these, and a browser says so only to those who look into its console.
const page = index.body.toString();
if (/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=/i.test(page))
  stop('index.html has a script or style in it; the policy of the pages allows files only (docs/web.md)');

// Octal escapes, for they end after three digits whatever follows.
function literal(bytes) {
  const lines = [];
  for (let at = 0; at < bytes.length; at += 120) {
    let line = '';
    for (const byte of bytes.subarray(at, at + 120)) {
      const plain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c && byte !== 0x3f;
      line += plain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
    }
    lines.push(`    "${line}"`);
  }
  return lines.length > 0 ? lines.join('\n') : '    ""';
}

let text = '// Written by web/pack.mjs.\n#include "assets/assets.h"\n\nnamespace fogg {\nnamespace {\n\n';
let table = '';
files.forEach((file, i) => {
  text += `constexpr char kBody${i}[] =\n${literal(file.body)};\nconstexpr char kGzip${i}[] =\n${literal(file.gzip)};\n`;
  table += `    {"${file.path}", "${file.type}", {kBody${i}, sizeof kBody${i} - 1}, {kGzip${i}, sizeof kGzip${i} - 1}, "${file.etag}", ${file.immutable}},\n`;
});
text += `constexpr Asset kAssets[] = {\n${table}};\n\n}  // namespace\n\n`;
text += 'std::span<const Asset> assets() { return kAssets; }\n\n}  // namespace fogg\n';

// One file, put in place at once and only if it is new: builds that run at the same time see the old one or this one.
if (!existsSync(out) || readFileSync(out, 'utf8') !== text) {
  writeFileSync(`${out}.new`, text);
  renameSync(`${out}.new`, out);
}

const first = [index, ...files.filter((file) => page.includes(`"/${file.path}"`))];
const size = first.reduce((sum, file) => sum + (file.gzip.length || file.body.length), 0);
console.log(`web: built; a browser loads ${(size / 1000).toFixed(1)} kB before it shows something`);
