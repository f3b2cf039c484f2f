import { Lazy, lazyPart } from '#kit/pages/lazy-part.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import type { Route } from './+types/shared-trace-page.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '寄付のゆくえ',
    description:
      'ひとつの寄付が、お申し込みから団体での使いみちまで、どうたどったかをご覧いただけます。',
    isListed: false,
  });

export const handle = { breadcrumb: '寄付のゆくえ' };

const SharedTrace = lazyPart(() => import('./shared-trace.tsx').then((part) => part.SharedTrace));

/** The trace behind a link that its donor shared. The page itself is the same for every link. */
export default function SharedTracePage() {
  return (
    <div className="page-container py-10">
      <h1 className="mb-6">寄付のゆくえ</h1>
      <Lazy>
        <SharedTrace />
      </Lazy>
    </div>
  );
}
