import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, buildApp } from './app.ts';
import { openCluster } from './db/cluster.ts';
import { connect, migrate } from './db/database.ts';
import { type Env, readEnv } from './env.ts';
import { mailSending } from './mail/sending.ts';
import { saveAsFiles, sendBySmtp } from './outside/mail.ts';
import { pageCache } from './pages/page-cache.ts';
import { pageRoutes, type RenderPage } from './pages/routes.ts';
import { mountRoutes } from './routes.ts';
import { createServices, type Services } from './services.ts';
import { staticRoutes } from './static/routes.ts';

/** The secret of an embedded installation: made once, kept beside its data, readable by its owner. */
async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret');
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const secret = randomBytes(32).toString('base64url');
  await writeFile(file, secret, { mode: 0o600, flag: 'wx' });
  return secret;
}

export type Server = { app: App; services: Services; close: () => Promise<void> };

/** Opens the database, brings it up to date and builds the whole server, not yet listening. */
export async function openServer(
  env: Env,
  createRenderPage: (services: Services) => RenderPage,
): Promise<Server> {
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 });
  const cluster = env.DATABASE_URL ? undefined : await openCluster({ dataDir: env.DATA_DIR });
  try {
    return await openOn(cluster?.url ?? env.DATABASE_URL, env, createRenderPage, async () => {
      await cluster?.stop();
    });
  } catch (error) {
    await cluster?.stop();
    throw error;
  }
}

async function openOn(
  databaseUrl: string,
  env: Env,
  createRenderPage: (services: Services) => RenderPage,
  stopDatabase: () => Promise<void>,
): Promise<Server> {
  await migrate(databaseUrl);
  const { db, pool } = connect(databaseUrl);
  const publicUrl = (env.PUBLIC_URL || `http://localhost:${env.PORT}`).replace(/\/$/, '');
  const dependencies = {
    db,
    clock: () => new Date(),
    secret: env.SECRET || (await keptSecret(env.DATA_DIR)),
    publicUrl,
    hasMailServer: env.SMTP_URL !== '',
    allowSampleSignIns: true,
  };
  const services = createServices(dependencies);
  const send = env.SMTP_URL
    ? sendBySmtp({ url: env.SMTP_URL, from: env.MAIL_FROM })
    : saveAsFiles({ folder: join(env.DATA_DIR, 'mails'), from: env.MAIL_FROM });
  const sending = mailSending(dependencies, send);
  const cache = pageCache({ maxBytes: env.PAGE_CACHE_MB * 1024 * 1024 });
  services.topics.on(() => cache.drop());
  await services.topics.start();
  const app = await buildApp(services, {
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    publicUrl,
    async mount(scope) {
      await mountRoutes(scope, services);
      await staticRoutes(scope, join(process.cwd(), 'build/client'));
      pageRoutes(scope, { cache, render: createRenderPage(services), origin: publicUrl });
    },
  });
  sending.start();
  return {
    app,
    services,
    async close() {
      await app.close();
      await sending.stop();
      await services.topics.stop();
      await pool.end();
      await stopDatabase();
    },
  };
}

/** The process: environment → database → listen → close. Ends it with one clear line on failure. */
export async function main(createRenderPage: (services: Services) => RenderPage) {
  let server: Server;
  try {
    const env = readEnv();
    server = await openServer(env, createRenderPage);
    const address = await server.app.listen({ port: env.PORT, host: env.HOST });
    console.log(`Tasuki is ready: ${address}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  let closing = false;
  const close = async () => {
    if (closing) return;
    closing = true;
    await server.close();
    process.exit(0);
  };
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
  // Started by scripts/start.js: when that process is gone, nobody could stop us any more.
  process.on('disconnect', close);
}
