import { readFileSync } from 'node:fs';

export const version: string = JSON.parse(readFileSync('package.json', 'utf8')).version;
