import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import type { Route } from './+types/thread-page.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'お問い合わせのやり取り',
    description: 'お問い合わせへのお返事をご覧になり、続けてお書きいただけます。',
    isListed: false,
  });

export const handle = { breadcrumb: 'お問い合わせのやり取り' };

const OwnThreadPart = lazyPart(() => import('./own-thread.tsx').then((part) => part.OwnThreadPart));

/** A thread, opened by the link in its sender's mail. */
export default function ThreadPage() {
  return (
    <div className="page-container pt-8 pb-16">
      <div className="mx-auto max-w-narrow">
        <h1 className="mb-6">お問い合わせのやり取り</h1>
        <Lazy>
          <OwnThreadPart />
        </Lazy>
      </div>
    </div>
  );
}
