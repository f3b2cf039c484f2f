import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Cluster, openCluster } from './db/cluster.ts';
import { connect, migrate } from './db/database.ts';
import { defaultSample, loadSample } from './db/sample/load-sample.ts';
import { progressBar } from './db/sample/progress-bar.ts';
import { isEmptyDatabase, sampleSignIns } from './db/sample/sample-state.ts';
import type { SampleSignIn } from './db/sample/sign-ins.ts';
import type { Dependencies } from './dependencies.ts';
import type { Env } from './env.ts';
import { type App, buildApp } from './http/app.ts';
import { errorPages } from './http/pages/error-pages.ts';
import { pageCache } from './http/pages/page-cache.ts';
import { type PageOptions, pageRoutes, type RenderPage } from './http/pages/routes.ts';
import { staticRoutes } from './http/static-routes.ts';
import { readKeys } from './keys/read-keys.ts';
import { rememberKeys } from './keys/remembered-keys.ts';
import { mailSending } from './mail/sending.ts';
import { defectReports } from './observing/defect-reports.ts';
import { loggedError } from './observing/logged-error.ts';
import { observing } from './observing/observing.ts';
import { openThreads } from './open-threads.ts';
import { saveAsFiles, sendBySmtp } from './outside/mail.ts';
import { openFiles } from './outside/open-files.ts';
import { isLoopback } from './outside/safe-address.ts';
import { mountRoutes } from './routes.ts';
import { createServices, type Services } from './services.ts';
import { issueSetupLink } from './setup/setup-link.ts';

export type CreateRenderPage = (services: Services) => RenderPage;
export type Server = {
  app: App;
  services: Services;
  /** The sign-ins to print: those of the sample while it is loaded and they are accepted. */
  sampleSignIns: SampleSignIn[];
  /** By which an installation that nobody runs is taken over. */
  setupUrl: string | undefined;
  close: () => Promise<void>;
};

/**
 * A stop takes at most ten seconds: so long for requests under way and mails, a second for all that works
 * behind them, a second for the connections.
 */
const requestsEndMs = 5_000;
const othersEndMs = 1_000;

type Close = () => Promise<unknown>;

/** One that fails does not keep the others. */
const closed = (close: Close) =>
  close().catch((error) => console.warn('while closing:', loggedError(error).message));

/** Undoes what was opened, the last first. */
async function closeAll(closing: Close[]) {
  for (const close of closing.reverse()) await closed(close);
}

/** Ends what does not need each other, also what is added later, and gives up what hangs. */
function together(): { add(close: Close): void; close: Close } {
  const all: Close[] = [];
  const soon = (close: Close) =>
    Promise.race([closed(close), wait(othersEndMs, undefined, { ref: false })]);
  return { add: (close) => void all.push(close), close: () => Promise.all(all.map(soon)) };
}

/** Takes no more requests, and cuts off those that do not end in time. */
async function closeApp(app: App) {
  const cut = setTimeout(() => app.server.closeAllConnections(), requestsEndMs);
  await app.close().finally(() => clearTimeout(cut));
}

/**
 * Opens the database, brings it up to date and builds the whole server, not yet listening. When
 * something fails, what was opened is closed again.
 */
export async function openServer(env: Env, createRenderPage: CreateRenderPage): Promise<Server> {
  const closing: Close[] = [];
  try {
    return await open(env, createRenderPage, closing);
  } catch (error) {
    await closeAll(closing);
    throw error;
  }
}

async function open(env: Env, createRenderPage: CreateRenderPage, closing: Close[]) {
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 });
  let cluster: Cluster | undefined;
  if (!env.DATABASE_URL) {
    cluster = await openCluster({ dataDir: env.DATA_DIR });
    closing.push(cluster.stop);
  }
  const databaseUrl = cluster?.url ?? env.DATABASE_URL;
  await migrate(databaseUrl);
  const { db, pool } = connect(databaseUrl);
  const connections = together();
  closing.push(connections.close);
  connections.add(() => pool.end());
  const replica = env.DATABASE_READ_URL ? connect(env.DATABASE_READ_URL) : undefined;
  if (replica) connections.add(() => replica.pool.end());
  const clock = () => new Date();
  const files = openFiles(env, clock);
  // Before anybody exists: only a database that nobody has used gets sample data (docs/product.md, Sample
  // data).
  if (cluster && env.SAMPLE_DATA === 'auto' && (await isEmptyDatabase(db))) {
    await loadSample({ db, clock, files }, defaultSample, progressBar());
  }

  const keys = await readKeys(env);
  await rememberKeys(db, keys);
  const background = together();
  closing.push(background.close);
  const threads = openThreads();
  background.add(() => threads.close());
  const publicUrl = (env.PUBLIC_URL || `http://localhost:${env.PORT}`).replace(/\/$/, '');
  const dependencies: Dependencies = {
    db,
    readDb: replica?.db,
    threads,
    files,
    clock,
    ...keys,
    publicUrl,
    operatorEmail: env.OPERATOR_EMAIL,
    observing: observing({ analytics: env.ANALYTICS, errorReporting: env.SENTRY_DSN }),
    defects: defectReports(env.SENTRY_DSN, { clock, environment: env.NODE_ENV }),
    hasMailServer: env.SMTP_URL !== '',
    mailDelayMinutes: env.MAIL_DELAY_MINUTES,
    inboundMail: env.INBOUND_MAIL_ADDRESS
      ? { address: env.INBOUND_MAIL_ADDRESS, secret: env.INBOUND_MAIL_SECRET }
      : undefined,
    allowSampleSignIns: isLoopback(new URL(publicUrl)),
    genericAccountMessages: env.GENERIC_ACCOUNT_MESSAGES,
    oidcProviders: env.OIDC_PROVIDERS,
  };
  const services = createServices(dependencies);
  if (env.OPERATOR_EMAIL !== '' && env.OPERATOR_PASSWORD !== '') {
    const { OPERATOR_EMAIL: email, OPERATOR_PASSWORD: password } = env;
    await services.auth.ensureOperator({ email, password });
  }
  const setupUrl = await issueSetupLink(dependencies, env.OPERATOR_EMAIL);
  connections.add(() => dependencies.defects.settled());
  await services.topics.start();
  background.add(() => services.topics.stop());
  background.add(() => services.security.flush());

  const sending = mailSending(
    dependencies,
    env.SMTP_URL
      ? sendBySmtp({ url: env.SMTP_URL, from: env.MAIL_FROM })
      : saveAsFiles({ folder: join(env.DATA_DIR, 'mails'), from: env.MAIL_FROM }),
  );
  sending.start();
  closing.push(sending.stop);

  services.results.startTelling();
  services.remittances.startConfirming();
  background.add(() => services.remittances.stopConfirming());
  background.add(() => services.results.stopTelling());
  services.thanksDelivery.start();
  background.add(() => services.thanksDelivery.stop());
  services.retention.start();
  background.add(() => services.retention.stop());

  const cache = pageCache({ maxBytes: env.PAGE_CACHE_MB * 1024 * 1024 });
  services.topics.on(() => cache.drop());
  const pages: PageOptions = {
    cache,
    render: createRenderPage(services),
    origin: publicUrl,
    additionsTo: dependencies.observing.additionsTo,
    isPreview: services.sitePreview.isFor,
  };
  const app = await buildApp(services, {
    logLevel: env.LOG_LEVEL,
    proxies: env.TRUST_PROXY,
    publicUrl,
    sendErrorPage: errorPages(pages),
    async mount(scope) {
      await mountRoutes(scope, services);
      await staticRoutes(scope, join(process.cwd(), 'build/client'));
      pageRoutes(scope, pages);
    },
  });
  // Mails end meanwhile; both have seconds of their own.
  closing.push(() => Promise.all([closeApp(app), sending.stop()]));
  return {
    app,
    services,
    sampleSignIns: dependencies.allowSampleSignIns ? await sampleSignIns(db) : [],
    setupUrl,
    close: () => closeAll(closing),
  };
}
