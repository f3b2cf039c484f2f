import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { applyBody } from '#test/factories/apply-body.ts';
import { smallPicture } from '#test/factories/pictures.ts';
import { codeOf } from '#test/factories/totp.ts';
import type { Attack } from './attack.ts';
import { operator } from './attacked-site.ts';
import { attacker, newEmail } from './attacker.ts';

const newPassword = 'src/people/sign-in/passwords/new-password.server.ts';

/** Attacks through typed and uploaded input. */
export const textAttacks: readonly Attack[] = [
  {
    name: 'a password that everybody has is taken',
    holes: [
      {
        file: newPassword,
        was: "if (isCommonPassword(password)) return 'common';",
        becomes: '',
      },
      {
        file: newPassword,
        was: "return isMadeOf(password, own) ? 'own' : undefined;",
        becomes: 'return own.length > 999 ? "own" : undefined;',
      },
    ],
    async succeeds(site) {
      const email = newEmail('owner.of.much');
      const statuses: number[] = [];
      for (const password of ['password', '12345678', email]) {
        const reply = await attacker(site).post('/api/auth/sign-up/email', { email, password });
        statuses.push(reply.status);
      }
      return statuses.includes(200);
    },
  },
  {
    name: 'a name is a letter that nobody sees, or the address of a page',
    holes: [
      {
        file: 'src/kit/values/text/invisible-text.ts',
        was: 'export function holdsInvisible(text: string): boolean {\n',
        becomes:
          'export function holdsInvisible(text: string): boolean {\n  if (text.length < 99) return false;\n',
      },
      {
        file: 'src/kit/values/text/person-name.ts',
        was: 'return [endings, withPath, withStart].some((pattern) => pattern.test(plain));',
        becomes: 'return plain.length > 99 && [endings, withPath, withStart].length > 9;',
      },
    ],
    async succeeds(site) {
      const statuses: number[] = [];
      for (const lastName of ['髙\u202e橋', '重要 http://evil.example']) {
        statuses.push(await attacker(site).register(newEmail('stranger'), { lastName }));
      }
      return statuses.includes(201);
    },
  },
  {
    name: 'an address of Tokyo lies in Hokkaido without a question',
    holes: [
      {
        file: 'src/kit/values/postal/postal-prefecture.ts',
        was: '): boolean {\n',
        becomes: '): boolean {\n  if (prefecture !== "") return true;\n',
      },
    ],
    async succeeds(site) {
      const email = newEmail('guest');
      const body = applyBody({
        applicant: { email },
        applicantAddress: { zipcode: '100-0001', prefecture: '北海道' },
      });
      const headers = { 'idempotency-key': email };
      return (await attacker(site).post('/api/appraisal/apply', body, headers)).status === 201;
    },
  },
  {
    name: 'the link to write to somebody writes to others as well',
    holes: [
      {
        file: 'src/kit/ui/links/contact-href.ts',
        was: "email.split('@').map(encodeURIComponent).join('@')",
        becomes: 'email',
      },
    ],
    async succeeds(site) {
      const module = join(site.root, 'src/kit/ui/links/contact-href.ts');
      const { mailHref } = await import(pathToFileURL(module).href);
      return new URL(mailHref('m@a.jp?bcc=all@evil.example')).searchParams.has('bcc');
    },
  },
  {
    name: 'the words by which operators find people stand in addresses',
    holes: [
      {
        file: 'src/kit/http/paging.server.ts',
        was: 'schema: { ...schema, querystring: z.strictObject({ ...named, cursor }) },',
        becomes: 'schema: { ...schema, querystring: z.strictObject({ ...query, cursor }) },',
      },
    ],
    async succeeds(site) {
      const page = attacker(site);
      await page.signIn(operator.email, operator.password);
      const enabled = await page.post('/api/auth/totp/enable', { password: operator.password });
      if (enabled.status !== 200) throw new Error(`no setup of the operator: ${enabled.text}`);
      await page.post('/api/auth/totp/confirm', { code: codeOf(String(enabled.json.totpURI)) });
      const found = await page.get('/api/office/applications?keyword=hanako');
      return found.status === 200;
    },
  },
  {
    name: 'a picture that nothing public shows is open to whoever has its number',
    holes: [
      {
        file: 'src/kit/images/images.server.ts',
        was: 'isTheirs ? undefined : isPublic',
        becomes: 'isTheirs || isPublic ? undefined : isPublic',
      },
    ],
    async succeeds(site) {
      const page = attacker(site);
      await page.register(newEmail('owner'));
      const form = new FormData();
      const bytes = await smallPicture();
      form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'a.jpg');
      const sent = await page.upload('/api/upload/image/users/profile', form);
      const path = String(sent.json.image).split('?')[0] ?? '';
      if (!/^\/images\//.test(path)) throw new Error(`no picture was kept: ${sent.text}`);
      return (await attacker(site).get(path)).status === 200;
    },
  },
];
