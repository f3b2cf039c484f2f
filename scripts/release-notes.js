/**
 * `node scripts/release-notes.js v1.2.3` prints that version's part of CHANGELOG.md, and fails if there is none or
 * package.json has another version.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './setup.js';

const version = (process.argv[2] ?? '').replace(/^v/, '');
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
const parts = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
const notes = parts.find((part) => part.startsWith(`[${version}]`));
if (version !== own) fail(`package.json has version ${own}, not ${version}.`);
if (!notes) fail(`CHANGELOG.md has no part for ${version}.`);
process.stdout.write(`${notes.slice(notes.indexOf('\n') + 1).trim()}\n`);
