import { data, Outlet, redirect, useMatch } from 'react-router';
import { useIsApplying } from '#giving/applications/form/use-is-applying.ts';
import { services } from '#kit/pages/context.ts';
import { unlessSameUrl } from '#kit/pages/revalidation.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Tabs } from '#kit/ui/navigation/tabs.tsx';
import { arrivalWords } from '#money/ledger/arrival-words.ts';
import type { Route } from './+types/associate-page.ts';
import type { AssociateDetail } from './associate.ts';
import { AssociateFacts } from './associate-facts.tsx';
import { Cover } from './cover.tsx';

export const handle = {
  breadcrumb: ({ associate }: { associate: AssociateDetail }) => associate.name,
};

export const shouldRevalidate = unlessSameUrl;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { associates } = context.get(services);
  const { associateId } = params;
  const mergedId = await associates.mergedInto(associateId);
  if (mergedId !== undefined) throw redirect(mergedAddress(request, associateId, mergedId), 301);
  const associate = await associates.find(associateId);
  if (!associate) throw data('This page could not be found', { status: 404 });
  return { associate };
}

/**
 * The same page of the organisation that this one was merged into; pages without a counterpart lead to its first
 * page.
 */
function mergedAddress(request: Request, from: string, to: string): string {
  const [, rest = ''] = new URL(request.url).pathname.split(`/associate/${from}`);
  return `/associate/${to}${/^\/(?:activity|my-pledge|thanks|use-reports|vision)$/.test(rest) ? rest : ''}`;
}

/** The layout of an organisation's pages: its facts above, the tabs, the child page below. */
export default function Associate({ loaderData: { associate }, params }: Route.ComponentProps) {
  const base = `/associate/${params.associateId}`;
  const isApplying = useIsApplying();
  const takesGifts = associate.state === 'published';
  const isOwnPage = useMatch(base) !== null;
  return (
    <div className="page-container py-4 narrow:py-10">
      {isApplying ? (
        <NameLine associate={associate} />
      ) : (
        <AssociateFacts
          associate={associate}
          isWhole={isOwnPage}
          arrives={takesGifts ? arrivalWords(associate.terms) : ''}
          action={
            takesGifts ? (
              <ButtonLink to={`${base}#give`} className="max-narrow:w-full">
                この団体に申し込む
              </ButtonLink>
            ) : (
              <AssociateClosed associate={associate} />
            )
          }
        />
      )}
      {/* Target of 申し込む: the form is right below the tabs. */}
      <div id="give" className="scroll-mt-3">
        <Tabs
          label="団体のページ"
          tabs={[
            { to: base, label: takesGifts ? '寄付を申し込む' : 'この団体について', end: true },
            { to: `${base}/vision`, label: '目指すこと' },
            { to: `${base}/activity`, label: '活動' },
            { to: `${base}/use-reports`, label: '使い道' },
            { to: `${base}/thanks`, label: 'お礼' },
            { to: `${base}/my-pledge`, label: '#mypledge' },
          ]}
        />
      </div>
      <Outlet />
    </div>
  );
}

/** The organisation in one line, so that the later steps of its form begin at the top of the screen. */
function NameLine({ associate }: { associate: AssociateDetail }) {
  return (
    <header className="mb-4 flex items-center gap-3">
      <Cover
        associateId={associate.id}
        challengeId={associate.socialChallenges[0]}
        image={associate.coverImage}
        sizes="44px"
        className="size-11 shrink-0 rounded-full"
      />
      <h1 className="min-w-0 truncate font-sans text-lg narrow:text-xl">{associate.name}</h1>
      {associate.isDeductible && (
        <span className="shrink-0">
          <Chip tone="leaf">控除対象</Chip>
        </span>
      )}
    </header>
  );
}

/** Shown instead of the application button: that the organisation paused or ended, and since when. */
function AssociateClosed({
  associate: { state, stateNote, endedOn },
}: {
  associate: Pick<AssociateDetail, 'state' | 'stateNote' | 'endedOn'>;
}) {
  const day = endedOn.replaceAll('-', '/');
  return (
    <div className="rounded-tile bg-honey-soft px-4 py-3">
      <p className="font-bold">
        {state === 'ended'
          ? `この団体への寄付の受け付けは${day && `、${day}に`}終了しました。`
          : 'この団体は、いまご寄付を受け付けていません。'}
      </p>
      {stateNote !== '' && <p className="mt-1 whitespace-pre-line text-sm">{stateNote}</p>}
      <p className="mt-1 text-sm">
        {state === 'ended'
          ? 'これまでにお寄せいただいたご寄付、ありがとうございました。活動とお礼の記録、受領証明書は、これからもご覧になれます。'
          : '再開するまで、少しお待ちください。'}
      </p>
    </div>
  );
}
