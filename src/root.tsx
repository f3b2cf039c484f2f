import { type ReactNode, useEffect } from 'react';
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import { MissingChunk, missingPage } from '#kit/pages/chunk-recovery.ts';
import { rendering, services } from '#kit/pages/context.ts';
import { unlessSamePath } from '#kit/pages/revalidation.ts';
// Referenced by URL: imported, it would count as a style of every lazy part and be applied again.
import styles from '#kit/styles/app.css?url';
import { LoadingBar } from '#kit/ui/navigation/loading-bar.tsx';
import { listenToSession, signOut, useSession } from '#people/session/session.ts';
import { useGuard } from '#people/session/use-guard.ts';
import { OpensSoon } from '#people/setup/opens-soon.tsx';
import { beforeOpening, openingContactIn, previewNotice } from '#site/frame/before-opening.ts';
import { DefaultLayout } from '#site/frame/default-layout.tsx';
import { ErrorPage } from '#site/frame/error-page.tsx';
import { unreachableTitle } from '#site/frame/error-texts.ts';
import { MissingPage } from '#site/frame/missing-page.tsx';
import { SimpleLayout } from '#site/frame/simple-layout.tsx';
import { isUnreachable, messageOf } from '#site/frame/unreachable.ts';
import type { Route } from './+types/root.ts';
import headingFont from './kit/generated/zen-maru.woff2?url';

export const shouldRevalidate = unlessSamePath;

missingPage.component = MissingPage;

export const middleware: Route.MiddlewareFunction[] = [beforeOpening];

const malformedAddress =
  'ページのアドレスを読み取れませんでした。お手数ですが、アドレスをもう一度お確かめください。';

export async function loader({ context }: Route.LoaderArgs) {
  const { failed, isPreview } = context.get(rendering);
  if (failed) throw data(failed === 400 ? malformedAddress : '', { status: failed });
  const facts = await context.get(services).site.facts();
  return isPreview ? { ...facts, isPreview, notices: [previewNotice, ...facts.notices] } : facts;
}

/** The document around every page, error pages included. */
export function Layout({ children }: { children: ReactNode }) {
  const navigation = useNavigation();
  const error = useRouteError();
  // In the root, because the header of error pages needs the session as well.
  useEffect(listenToSession, []);
  useEffect(() => window.replayEarlyActions?.(document), []);
  return (
    <html lang="ja">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#FFF9F1" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <link
          rel="preload"
          href={headingFont}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        <link rel="stylesheet" href={styles} />
        <Meta />
        <Links />
      </head>
      <body>
        <LoadingBar isLoading={navigation.state !== 'idle'} hasFailed={error != null} />
        {children}
        <ScrollRestoration />
        {import.meta.env.SSR ? <Scripts /> : <ExistingScripts />}
      </body>
    </html>
  );
}

/**
 * Placeholders that hydrate over the document's own scripts and leave them unchanged. React Router's component would
 * render them again, and bring the code for it.
 */
function ExistingScripts() {
  const there = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true };
  return (
    <>
      <script {...there} />
      <script {...there} />
    </>
  );
}

export default function Root() {
  const blocker = useGuard();
  const matches = useMatches();
  const { era, ended } = useSession();
  const { pathname } = useLocation();
  if (blocker === 'denied') return <DeniedPage />;
  if (blocker && 'status' in blocker) return <Failure {...blocker} />;
  if (blocker) {
    return <Failure status={500} message={`Unknown middleware ${blocker.unknownGuard}`} />;
  }
  const layout = (matches.at(-1)?.handle as { layout?: 'admin' | 'print' | 'simple' } | undefined)
    ?.layout;
  // A new era is another person: resets the page, so that nothing typed before remains.
  const page = <Outlet key={era} />;
  return (
    <>
      {ended?.path === pathname && <ended.Notice />}
      {layout !== undefined ? page : <Site>{page}</Site>}
    </>
  );
}

function Site({ children }: { children: ReactNode }) {
  const facts = useRouteLoaderData<typeof loader>('root');
  const navigate = useNavigate();
  const { prepared, account, role, lacksSecondFactor } = useSession();
  const name = account
    ? `${account.names.lastName} ${account.names.firstName}`
    : lacksSecondFactor
      ? ''
      : undefined;
  return (
    <DefaultLayout
      account={name !== undefined ? { name, role } : prepared ? 'visitor' : 'unknown'}
      onSignOut={() => {
        // Navigates at once: the response may be slow, and must not interrupt a later navigation.
        void signOut();
        navigate('/');
      }}
      sample={facts?.isSample ?? false}
      associateCount={facts?.associateCount ?? 0}
      campaigns={facts?.campaigns ?? []}
      hasCommerce={facts?.hasCommerce ?? false}
      notices={facts?.notices ?? []}
    >
      {children}
    </DefaultLayout>
  );
}

/** A 404 gets the simple layout, any other failure the default one. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const facts = useRouteLoaderData<typeof loader>('root');
  if (error instanceof MissingChunk) {
    return (
      <Site>
        <MissingPage />
      </Site>
    );
  }
  const preparing = openingContactIn(error);
  if (preparing) {
    return (
      <SimpleLayout>
        <OpensSoon {...preparing} />
      </SimpleLayout>
    );
  }
  if (isUnreachable(error)) return <Failure status={0} />;
  if (!isRouteErrorResponse(error)) return <Failure status={500} />;
  const { status, data } = error;
  const message = messageOf(data);
  if (status === 403) return <DeniedPage signsOut />;
  if (status !== 404 && status !== 400) return <Failure status={status} message={message} />;
  return (
    <SimpleLayout sample={facts?.isSample ?? false}>
      <title>{`${status === 404 ? 'ページが見つかりません' : 'アドレスを読み取れませんでした'}｜たすき`}</title>
      <ErrorPage status={status} message={message} />
    </SimpleLayout>
  );
}

/** The page of a 403; `signsOut` signs the person out where nothing else does. */
function DeniedPage({ signsOut = false }: { signsOut?: boolean }) {
  useEffect(() => {
    if (signsOut) void signOut();
  }, [signsOut]);
  const facts = useRouteLoaderData<typeof loader>('root');
  return (
    <SimpleLayout sample={facts?.isSample ?? false}>
      <title>Forbidden｜たすき</title>
      <ErrorPage status={403} />
    </SimpleLayout>
  );
}

function Failure({ status, message }: { status: number; message?: string }) {
  return (
    <Site>
      <title>{`${status === 0 ? unreachableTitle : 'エラーが発生しました'}｜たすき`}</title>
      <ErrorPage status={status} message={message} />
    </Site>
  );
}
