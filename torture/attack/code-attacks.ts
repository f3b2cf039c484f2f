import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { recordingServer } from '#test/stand-ins/recording-server.ts';
import type { Attack } from './attack.ts';
import { type AttackedSite, publicUrl } from './attacked-site.ts';
import { attacker } from './attacker.ts';

/** Imports a module of the attacked product: these attacks have no external entry point. */
const moduleOf = ({ root }: AttackedSite, file: string) =>
  import(pathToFileURL(join(root, file)).href);

/** Attacks from inside: a text in a page, a row in the database, a lying store. */
export const codeAttacks: readonly Attack[] = [
  {
    name: 'a script that came into a page by a text runs',
    holes: [
      {
        file: 'src/kit/http/pages/own-scripts.server.ts',
        was: '=> `<script nonce="${nonce}"`;',
        becomes: "=> (nonce ? '<script' : '');",
      },
    ],
    async succeeds(site) {
      const { finish } = await moduleOf(site, 'src/kit/http/pages/finish.server.ts');
      const smuggled = '<script>alert(1)</script>';
      const headers = { 'content-type': 'text/html' };
      const page = await finish(
        new Response(`<html><head></head><body>${smuggled}</body></html>`, { headers }),
        { nonce: 'ours' },
      );
      return /script-src[^;]*sha256-/.test(page.headers['content-security-policy']);
    },
  },
  {
    name: 'a sealed link that was copied into another mail opens there',
    holes: [
      {
        file: 'src/people/mail/sealed-links.server.ts',
        was: '`${place} of ${dedupeKey}`',
        becomes: "place === '' ? dedupeKey : ''",
      },
    ],
    async succeeds(site) {
      const { sealLinks, openLinks } = await moduleOf(
        site,
        'src/people/mail/sealed-links.server.ts',
      );
      const secret = 'a secret of thirty-two letters or more';
      const url = `${publicUrl}/reset-password#token=of-somebody`;
      const button = { button: '開く', url, isSecret: true };
      const victims = sealLinks({ subject: '', name: '', blocks: [button] }, secret, 'reset:1');
      const copied = victims.blocks[0].url;
      const mine = {
        subject: '',
        name: '',
        blocks: [{ text: copied }, { ...button, url: copied }],
      };
      return JSON.stringify(openLinks(mine, { secret }, 'reset:2') ?? '').includes(url);
    },
  },
  {
    name: 'a store of files leads elsewhere, with a person’s papers',
    holes: [
      {
        file: 'src/kit/files/bucket-store.server.ts',
        was: "redirect: 'manual',",
        becomes: "redirect: 'follow',",
      },
    ],
    async succeeds(site) {
      const { bucketStore } = await moduleOf(site, 'src/kit/files/bucket-store.server.ts');
      const thief = await recordingServer();
      const store = await recordingServer(() => ({
        status: 307,
        location: `http://${thief.host}/stolen`,
      }));
      const files = bucketStore({
        endpoint: `http://${store.host}`,
        bucket: 'papers',
        region: 'x',
        accessKey: 'x',
        secretKey: 'x',
        clock: () => new Date(),
      });
      await files.write('paper', Buffer.from('the papers of a person')).catch(() => undefined);
      await Promise.all([store.close(), thief.close()]);
      return thief.requests.length > 0;
    },
  },
  {
    name: 'mails leave this machine in the clear',
    holes: [
      {
        file: 'src/kit/files/smtp-setting.server.ts',
        was: 'requireTLS: !isLoopback(new URL(url)),',
        becomes: 'requireTLS: url === "" && isLoopback(new URL(url)),',
      },
    ],
    async succeeds(site) {
      const { securityOf } = await moduleOf(site, 'src/kit/files/smtp-setting.server.ts');
      return securityOf('smtp://mail.example:587').requireTLS !== true;
    },
  },
  {
    name: 'the data of a page do not say in which letters they are',
    holes: [
      {
        file: 'src/kit/http/pages/finish.server.ts',
        was: 'if (/^text\\/[\\w-]+$/.test(type)) headers',
        becomes: "if (type === 'text/html') headers",
      },
    ],
    async succeeds(site) {
      const reply = await attacker(site).get('/search.data');
      return !/charset=utf-8/.test(reply.headers.get('content-type') ?? '');
    },
  },
];
