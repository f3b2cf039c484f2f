import { readFileSync } from 'node:fs';
import { comparedPassword } from '#domain/auth/weak-password.ts';
import { openFilter } from './bloom-filter.ts';

/** Made by scripts/passwords/build-common-passwords.ts; read once, when the server starts. */
const isInFilter = openFilter(readFileSync('server/auth/passwords/common-passwords.bin'));

/** Whether many others have the same password; at most 1 in 10,000 is taken for one by mistake. */
export const isCommonPassword = (password: string): boolean =>
  isInFilter(comparedPassword(password));
