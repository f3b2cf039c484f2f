import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { unlessSameUrl } from '#kit/pages/revalidation.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import type { Route } from './+types/legal-version-page.ts';
import { LegalDate } from './in-force.tsx';
import { LegalBody } from './legal-body.tsx';
import { agreedTexts, legalTexts } from './legal-text.ts';
import { missingText } from './missing-text.ts';

export const handle = { breadcrumb: '版を指定した文面' };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: `${args.loaderData?.page.title ?? '規約'}（版を指定）`,
    description: '前に適用していた文面、またはこれから適用する文面です。',
    isListed: false,
  });

export const shouldRevalidate = unlessSameUrl;

/** A version that was, is or will be in force; drafts are not public. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const [, segment] = new URL(request.url).pathname.split('/');
  const key = agreedTexts.find((one) => one === segment);
  if (!key || !/^\d{1,6}$/.test(params.number)) throw missingText();
  const { legal, observing } = context.get(services);
  const [page, current, recipients] = await Promise.all([
    legal.pageOfVersion(key, Number(params.number)),
    legal.page(key),
    observing.recipients(),
  ]);
  if (!page) throw missingText();
  const state =
    page.number === current?.number ? 'holds' : isComing(page, current) ? 'coming' : 'over';
  return { page, recipients, state } as const;
}

const isComing = (
  page: { number: number },
  current: { coming: { number: number }[] } | undefined,
) => current?.coming.some(({ number }) => number === page.number) ?? true;

const statusTexts = {
  holds: 'から適用している、いまの文面です。',
  coming: 'から適用する文面です。',
  over: 'から適用していた文面です。いまは、新しい文面に変わっています。',
} as const;

export default function LegalVersion({ loaderData }: Route.ComponentProps) {
  const { page, recipients, state } = loaderData;
  const { label, path } = legalTexts[page.key];
  return (
    <LegalBody page={page} recipients={recipients}>
      <div className="mt-6">
        <Notice>
          これは、
          <LegalDate day={page.since} />
          {statusTexts[state]}
          運営者の名称や箱の数など、変わることのある言葉は、いまのものを表示しています。
        </Notice>
      </div>
      <p className="mt-3">
        <Link to={path} className="inline-flex min-h-11 items-center underline">
          いまの{label}を読む
        </Link>
      </p>
    </LegalBody>
  );
}
