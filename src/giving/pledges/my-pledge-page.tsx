import { useState } from 'react';
import { data, useRouteLoaderData } from 'react-router';
import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Paragraphs } from '#kit/ui/paragraphs.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { ShareLinks } from '#kit/ui/share-links.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { type Part, usePart } from '#kit/ui/use-part.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { Associate } from '#organisations/associates/associate.ts';
import { Cover } from '#organisations/associates/cover.tsx';
import { socialChallengeIds } from '#organisations/challenges/social-challenge.ts';
import type { Route } from './+types/my-pledge-page.ts';
import { AuthorPicture } from './author-picture.tsx';
import type { Pledge, PledgeItem } from './pledge.ts';
import { authorName } from './pledge-author.ts';
import { PledgeGrid } from './pledge-card.tsx';
import { itemName, PledgePicture } from './pledge-picture.tsx';
import { pledgeTitle } from './pledge-title.ts';
import type { ReportDialogProps } from './report-dialog.tsx';

const moreCount = 3;

export const handle = {
  breadcrumb: ({ pledge }: { pledge: Pledge }) => [
    { label: '#mypledge', to: '/my-pledge' },
    { label: `${authorName(pledge)}さん` },
  ],
};

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return [];
  const { pledge } = args.loaderData;
  return pageMeta(args, {
    title: pledgeTitle(pledge),
    description: `${pledge.donation.associateName}への寄付。${pledge.text}`,
    image: `/og/my-pledge/${pledge.id}.png`,
  });
};

export async function loader({ context, params }: Route.LoaderArgs) {
  const { pledges, associates } = context.get(services);
  const pledge = await pledges.find(params.mypledgeId);
  if (!pledge) throw data('This page could not be found', { status: 404 });
  const { associateId } = pledge.donation;
  const [associate, near] = await Promise.all([
    associateId === '' ? undefined : associates.find(associateId),
    pledges.page(1, associateId === '' ? undefined : associateId),
  ]);
  const more = near?.items.filter(({ id }) => id !== pledge.id).slice(0, moreCount) ?? [];
  return { pledge, more, associate: associate ?? null };
}

export default function MyPledge({
  loaderData: { pledge, more, associate },
}: Route.ComponentProps) {
  const site = useRouteLoaderData<{ publicUrl: string }>('root');
  const { author, text, items, donation, pledgedAt, reply } = pledge;
  return (
    <div className="page-container py-10">
      <article className="grid gap-8 desktop:grid-cols-[minmax(0,14fr)_minmax(0,11fr)]">
        <PledgePictures items={items} />
        <div>
          <header className="flex items-center gap-3">
            <AuthorPicture image={author.image} className="size-14" />
            <div className="min-w-0">
              <p className="text-sm text-ink-2">{formatDate(pledgedAt)}</p>
              <h1 className="font-sans text-xl narrow:text-2xl">
                <Author pledge={pledge} />
                さんの#mypledge
              </h1>
            </div>
          </header>
          <Paragraphs text={text} className="mt-6 text-lg" />
          <hr className="stitch my-6" />
          <Target pledge={pledge} associate={associate} />
          {reply !== '' && <Reply from={donation.associateName} text={reply} />}
          <p className="mt-8 mb-2 text-sm text-ink-2">この#mypledgeを知らせる</p>
          <ShareLinks
            address={`${site?.publicUrl ?? ''}/my-pledge/${pledge.id}`}
            title={`${authorName(pledge)}さんの#mypledge`}
          />
          <div className="mt-4">
            <ReportButton pledgeId={pledge.id} />
          </div>
        </div>
      </article>
      {more.length > 0 && (
        <section className="pt-16">
          <h2 className="mb-6">
            {donation.associateId === '' ? 'ほかの#mypledge' : 'この団体へのほかの#mypledge'}
          </h2>
          <PledgeGrid pledges={more} />
        </section>
      )}
      <p className="mt-10 text-center">
        <Link to="/my-pledge" className="inline-block py-2 text-coral-dark underline">
          #mypledgeの一覧へ戻る
        </Link>
      </p>
    </div>
  );
}

/** The author's name, linked to their profile if that is public. */
function Author({ pledge }: { pledge: Pledge }) {
  const name = <bdi>{authorName(pledge)}</bdi>;
  const { uid } = pledge.author;
  if (uid === '') return name;
  return (
    <Link to={`/profile/${uid}`} className="underline underline-offset-4">
      {name}
    </Link>
  );
}

/** The recipient of the gift; without a link when the organisation is no longer listed. */
function Target({ pledge, associate }: { pledge: Pledge; associate: Associate | null }) {
  const { associateId, socialChallengeId, associateName, amount } = pledge.donation;
  const challenge = socialChallengeIds.find((id) => id === socialChallengeId);
  return (
    <section aria-label="寄付した先">
      <div className="relative grid grid-cols-[112px_1fr] overflow-hidden rounded-tile border border-line bg-paper">
        <Cover
          associateId={associateId || socialChallengeId}
          challengeId={associate?.socialChallenges[0] ?? challenge}
          className="h-full"
        />
        <div className="p-4">
          <p className="text-sm text-ink-2">寄付した先</p>
          <p className="font-bold">
            {associate || challenge ? (
              <Link
                to={targetPath(pledge)}
                className="no-underline after:absolute after:inset-0 hover:underline"
              >
                {associateName}
              </Link>
            ) : (
              associateName
            )}
          </p>
          {associate && <p className="mt-1 line-clamp-2 text-sm">{associate.summary}</p>}
        </div>
      </div>
      {amount !== null && (
        <p className="mt-4 flex items-baseline gap-3">
          <span className="text-sm text-ink-2">寄付した金額</span>
          <span>
            <span className="figures text-3xl text-coral-dark">{formatYen(amount)}</span>円
          </span>
        </p>
      )}
      {(associate || challenge) && (
        <p className="mt-5">
          <ButtonLink to={targetPath(pledge)}>わたしも応援する</ButtonLink>
        </p>
      )}
    </section>
  );
}

function Reply({ from, text }: { from: string; text: string }) {
  return (
    <section className="mt-8 rounded-card bg-leaf-soft p-5 narrow:p-6">
      <h2 className="flex items-center gap-2 font-sans text-base narrow:text-lg">
        <Icon name="mail" className="size-5 text-leaf" />
        {from}からのお返事
      </h2>
      <Paragraphs text={text} className="mt-2" />
    </section>
  );
}

/** The page of the recipient: the organisation's, or the challenge's. */
function targetPath({ donation }: Pick<Pledge, 'donation'>): string {
  const { associateId, socialChallengeId } = donation;
  return associateId !== ''
    ? `/associate/${associateId}`
    : `/search/social-challenge/${socialChallengeId}`;
}

const reportDialog: Part<ReportDialogProps> = {
  load: async () => (await import('./report-dialog.tsx')).ReportDialog,
};

/** Opens the report form of a pledge, which is loaded only then. */
function ReportButton({ pledgeId }: { pledgeId: string }) {
  const [isOpen, setOpen] = useState(false);
  const ReportDialog = usePart(reportDialog, isOpen, () => {
    setOpen(false);
    showToast('画面を読み込めませんでした。もう一度お試しください。');
  });
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        この投稿の問題を知らせる
      </Button>
      {ReportDialog && (
        <ReportDialog pledgeId={pledgeId} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** The pictures of one pledge: the first large, each with its name and a link to its page. */
function PledgePictures({ items }: { items: readonly PledgeItem[] }) {
  if (items.length === 0) {
    return (
      <div className="grid aspect-[4/3] place-items-center self-start rounded-card bg-sand">
        <Picture name="love-letter" className="size-28" />
      </div>
    );
  }
  return (
    <ul className="grid grid-cols-3 gap-3">
      {items.map((item, index) => (
        <li key={item.id} className={`relative ${index === 0 ? 'col-span-3' : ''}`}>
          <PledgePicture
            item={item}
            sizes={index === 0 ? '(width >= 67.5rem) 560px, 94vw' : '200px'}
            isEarly={index === 0}
            isNamed
            className="aspect-[4/3] w-full rounded-tile border border-line bg-sand"
          />
          <Link
            to={`/my-pledge/item/${item.id}`}
            className="mt-1.5 line-clamp-2 text-sm leading-snug no-underline after:absolute after:inset-0 hover:underline"
          >
            {itemName(item.name)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
