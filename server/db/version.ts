import { readFileSync } from 'node:fs';

/** Version of this program. */
export const version: string = JSON.parse(readFileSync('package.json', 'utf8')).version;
