import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { spawnServer } from '#test/server-process.ts';
import { rowsOf } from '#torture/site.ts';
import type { Attack } from './attack.ts';
import { type AttackedSite, publicUrl } from './attacked-site.ts';
import { attacker, newAddress, newEmail } from './attacker.ts';

const wrongGuess = 'a wrong guess';

/** Response of the server to bytes that no browser would send. */
function raw({ url }: AttackedSite, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
    socket.end(request);
  });
}

/** Whether a server starts with these settings, instead of exiting with a line of explanation. */
async function starts({ root, dataDir }: AttackedSite, env: Record<string, string>) {
  const child = spawnServer(
    join(dataDir, 'other'),
    { PORT: '0', SAMPLE_DATA: 'off', ...env },
    root,
  );
  const ended = new Promise<false>((resolve) => child.once('exit', () => resolve(false)));
  const ready = new Promise<true>((resolve) =>
    child.stdout?.on('data', (text) => String(text).includes('ready') && resolve(true)),
  );
  const hasStarted = await Promise.race([ended, ready]);
  child.kill('SIGTERM');
  await ended;
  return hasStarted;
}

/** Attacks on the edge: proxy, transport and settings. */
export const edgeAttacks: readonly Attack[] = [
  {
    name: 'invented addresses get around the limits by address',
    holes: [
      {
        file: 'src/kit/http/trusted-proxies.server.ts',
        was: 'entries.at(-proxies.hops)) || peer',
        becomes: 'entries.at(0)) || peer',
      },
    ],
    async succeeds(site) {
      const page = attacker(site, { forwarded: newAddress });
      const statuses: number[] = [];
      for (let n = 0; n < 30; n++) {
        statuses.push((await page.signIn(newEmail('nobody'), wrongGuess)).status);
      }
      return !statuses.includes(429);
    },
  },
  {
    name: 'a request says itself that its origin is ours',
    holes: [
      {
        file: 'src/kit/http/foreign-origins.server.ts',
        was: 'if (isAllowed(allowedOrigins(address, raw.socket.localPort), asked)) return;',
        becomes:
          "if (isAllowed([address.origin, `https://${headers['x-forwarded-host']}`], asked)) return;",
      },
    ],
    async succeeds(site) {
      const host = 'evil.example';
      const reply = await attacker(site).post(
        '/api/auth/request-password-reset',
        { email: newEmail('victim') },
        { origin: `https://${host}`, 'x-forwarded-host': host },
      );
      return reply.status === 200;
    },
  },
  {
    name: 'a public address without TLS is taken',
    holes: [
      {
        file: 'src/kit/files/safe-address.server.ts',
        was: "address.protocol === 'https:' || (",
        becomes: "address.protocol === 'https:' || address.protocol === 'http:' || (",
      },
    ],
    succeeds: (site) => starts(site, { PUBLIC_URL: 'http://tasuki.example' }),
  },
  {
    name: 'a database elsewhere is spoken to in the clear',
    holes: [
      {
        file: 'src/kit/db/database-setting.server.ts',
        was: 'if (!isChecked && !hostsOf(text, query).every(isLocalHost)) throw',
        becomes: 'if (text === databaseForm) throw',
      },
    ],
    async succeeds(site) {
      const module = join(site.root, 'src/kit/db/database-setting.server.ts');
      const { parseDatabaseUrl } = await import(pathToFileURL(module).href);
      try {
        return parseDatabaseUrl('postgresql://tasuki:password@db.example/tasuki') !== '';
      } catch {
        return false;
      }
    },
  },
  {
    name: 'an answer to bytes that are no request lacks HSTS',
    holes: [
      {
        file: 'src/kit/http/client-errors.server.ts',
        was: "${lines.join('')}content-type",
        becomes: 'content-type',
      },
    ],
    async succeeds(site) {
      const answers = [
        await raw(site, 'this is no request\r\n\r\n'),
        await raw(site, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`),
      ];
      return answers.some((answer) => !/strict-transport-security/i.test(answer));
    },
  },
  {
    name: 'a request with two hosts is served',
    holes: [
      {
        file: 'src/kit/http/one-host.server.ts',
        was: 'return count === 1 ||',
        becomes: 'return count > 0 ||',
      },
    ],
    async succeeds(site) {
      const hosts = 'Host: tasuki.example\r\nHost: evil.example\r\n';
      const answer = await raw(site, `GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      return answer.startsWith('HTTP/1.1 200');
    },
  },
  {
    name: 'a compression that was refused is sent',
    holes: [
      {
        file: 'src/kit/http/accepted-encoding.server.ts',
        was: 'weight === undefined ? 1 : weightForm.test(weight) ? Number(weight) : 0',
        becomes: '1',
      },
    ],
    async succeeds(site) {
      const headers = { 'accept-encoding': 'br;q=0, gzip;q=0' };
      const { headers: given } = await attacker(site).get('/about-service', headers);
      return given.get('content-encoding') !== null;
    },
  },
  {
    name: 'an address that cannot be read answers a browser in JSON',
    holes: [
      {
        file: 'src/kit/http/app.server.ts',
        was: 'frameworkErrors: badAddress(options),',
        becomes: '',
      },
    ],
    async succeeds(site) {
      const reply = await attacker(site).get('/%E0%A4%A', { accept: 'text/html' });
      return !reply.headers.get('content-type')?.startsWith('text/html');
    },
  },
  {
    name: 'the server may do anything in the embedded database',
    holes: [
      {
        file: 'src/kit/db/cluster/cluster-roles.server.ts',
        was: "'LOGIN NOSUPERUSER NOCREATEDB",
        becomes: "'LOGIN SUPERUSER NOCREATEDB",
      },
    ],
    async succeeds(site) {
      const mighty = await rowsOf(
        site.databaseUrl,
        `select from pg_stat_activity join pg_roles on rolname = usename
         where pid <> pg_backend_pid() and backend_type = 'client backend' and (rolsuper or rolcreatedb or rolcreaterole)`,
      );
      return mighty.length > 0;
    },
  },
  {
    name: 'inline scripts may run, or pages of others frame ours',
    holes: [
      {
        file: 'src/kit/http/security-headers.server.ts',
        was: '"frame-ancestors \'none\'",',
        becomes: '',
      },
    ],
    async succeeds(site) {
      const reply = await attacker(site).get('/');
      const policy = reply.headers.get('content-security-policy') ?? '';
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "'unsafe-inline'";
      return /unsafe-(inline|eval)/.test(scripts) || !policy.includes("frame-ancestors 'none'");
    },
  },
  {
    name: 'a cookie of a sign-in is readable by scripts or goes out without TLS',
    holes: [
      {
        file: 'src/people/sign-in/provider.server.ts',
        was: 'httpOnly: true,',
        becomes: 'httpOnly: false,',
      },
    ],
    async succeeds(site) {
      const body = { email: newEmail('owner'), password: randomBytes(12).toString('hex') };
      const reply = await attacker(site).post('/api/auth/sign-up/email', body);
      const cookies = reply.headers.getSetCookie();
      const isSafe = (cookie: string) =>
        /^__Host-/.test(cookie) && /; HttpOnly/i.test(cookie) && /; Secure/i.test(cookie);
      return publicUrl.startsWith('https:') && !(cookies.length > 0 && cookies.every(isSafe));
    },
  },
];
