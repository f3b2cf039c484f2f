/**
 * `node scripts/passwords/build-common-passwords.ts LIST…` writes
 * src/people/sign-in/passwords/common-passwords.bin, the filter of forbidden passwords
 * (docs/decisions/0012-passwords-and-second-factor.md). A list has one password per line. The committed file is built
 * from two lists of SecLists (https://github.com/danielmiessler/SecLists, MIT licence), in the
 * folder Passwords/Common-Credentials: 10-million-password-list-top-100000.txt and
 * 100k-most-used-passwords-NCSC.txt. Passwords below the minimum length are left out.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { makeFilter } from '#people/sign-in/passwords/common-passwords.server.ts';
import { minPasswordLength } from '#people/sign-in/sign-in.ts';
import { comparedPassword } from '#people/sign-in/weak-password.ts';

const file = 'src/people/sign-in/passwords/common-passwords.bin';
const bitsPerEntry = 24;

const lists = process.argv.slice(2);
if (lists.length === 0) throw new Error('Name at least one file with a password in each line.');
const texts = await Promise.all(lists.map((list) => readFile(list, 'utf8')));
const entries = new Set(
  texts
    .flatMap((text) => text.split(/\r?\n/))
    .map(comparedPassword)
    .filter((password) => password.length >= minPasswordLength),
);
const bytes = makeFilter(entries, bitsPerEntry);
await writeFile(file, bytes);
process.stdout.write(`${file}: ${entries.size} passwords, ${bytes.length} bytes\n`);
