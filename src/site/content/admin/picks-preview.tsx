import type { ReactNode } from 'react';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { Associate } from '#organisations/associates/associate.ts';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';
import { shownPicks } from '#site/content/shown-picks.ts';
import type { PicksContent } from '#site/content/site-content.ts';
import { useAssociate } from './associate-picker.tsx';

type Pick = PicksContent['picks'][number];
type DrawCover = (associate: Associate) => ReactNode;

/** The picks in order, with the names and pictures of the organisations. */
export function PicksPreview({
  picks,
  drawCover,
}: {
  picks: readonly Pick[];
  drawCover: DrawCover;
}) {
  if (picks.length === 0) {
    return <p>おすすめの団体がないときは、トップページにこの部分は表示されません。</p>;
  }
  return (
    <>
      <h2 className="text-lg">おすすめの団体</h2>
      <p className="mt-1 text-sm text-ink-2">
        トップページには、掲載している団体のうち上から{shownPicks}件が表示されます。
      </p>
      <ul className="mt-4 grid gap-x-8 gap-y-5 desktop:grid-cols-3">
        {picks.map((pick) => (
          <PreviewedPick
            key={`${pick.category} ${pick.associateId}`}
            pick={pick}
            drawCover={drawCover}
          />
        ))}
      </ul>
    </>
  );
}

function PreviewedPick({ pick, drawCover }: { pick: Pick; drawCover: DrawCover }) {
  const { category, associateId, title, comment } = pick;
  const { value: associate, isLoading } = useAssociate(associateId);
  if (isLoading && !associate) {
    return (
      <li>
        <Skeleton lines={3} />
      </li>
    );
  }
  return (
    <li className="grid min-w-0 content-start gap-2">
      {associate && drawCover(associate)}
      <div className="min-w-0">
        <p className="text-sm text-ink-2">{socialChallenges[category].label}</p>
        <p className="text-sm font-bold wrap-anywhere text-coral-dark">{title}</p>
        <h3 className="font-sans text-lg wrap-anywhere">{associate?.name ?? associateId}</h3>
        <p className="text-sm wrap-anywhere">{comment}</p>
      </div>
      {associate?.state !== 'published' && (
        <Notice>この団体はいま掲載していないため、トップページには表示されません。</Notice>
      )}
    </li>
  );
}
