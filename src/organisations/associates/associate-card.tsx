import { memo } from 'react';
import { Chip } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { Ribbon } from '#kit/ui/ribbon.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { arrivalWords } from '#money/ledger/arrival-words.ts';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';
import type { Associate } from './associate.ts';
import { classifications } from './classification.ts';
import { Cover } from './cover.tsx';

/** An organisation in a list: cover, type and place, name, summary, challenges and counts. */
export const AssociateCard = memo(function AssociateCard({ associate }: { associate: Associate }) {
  const { id, name, summary, classification, locations, isDeductible, stat } = associate;
  return (
    <li className="relative flex flex-col overflow-hidden rounded-card border border-line bg-paper">
      <Cover
        associateId={id}
        challengeId={associate.socialChallenges[0]}
        image={associate.coverImage}
        className="h-28 narrow:aspect-[32/15] narrow:h-auto"
      />
      {isDeductible && <Ribbon>控除対象</Ribbon>}
      <div className="flex grow flex-col p-5">
        <p className="line-clamp-2 text-sm text-ink-2">
          {classifications[classification].label}・{locations.join('、')}
        </p>
        <h3 className="mt-1 font-sans text-lg">
          {/* The whole card is clickable, while the link's text is the name only. */}
          <Link to={`/associate/${id}`} className="no-underline after:absolute after:inset-0">
            {name}
          </Link>
        </h3>
        <p className="mt-1 line-clamp-3 text-sm">{summary}</p>
        <p className="mt-2 text-sm text-ink-2">{arrivalWords(associate.terms)}</p>
        <ul className="mt-3 flex flex-wrap gap-2">
          {associate.socialChallenges.map((challenge, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as the cards of a grid
            <li key={place}>
              <Chip>{socialChallenges[challenge].label}</Chip>
            </li>
          ))}
        </ul>
        {stat.totalCount === 0 ? (
          <p className="mt-auto flex items-center gap-2 pt-4 font-bold text-coral-dark">
            <Picture name="seedling" className="size-6" />
            最初の応援者になりませんか
          </p>
        ) : (
          <dl className="mt-auto flex gap-6 pt-4">
            <Count label="今月" count={stat.monthlyCount} />
            <Count label="累計" count={stat.totalCount} />
          </dl>
        )}
      </div>
    </li>
  );
});

function Count({ label, count }: { label: string; count: number }) {
  return (
    <div className="flex flex-row-reverse items-baseline gap-2">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd>
        <span className="figures text-xl text-coral-dark">{formatYen(count)}</span>件
      </dd>
    </div>
  );
}

/**
 * A grid of organisation cards: one column on phones, three on the desktop. Keyed by position: another list updates
 * the existing cards, which is faster than creating new ones.
 */
export function AssociateGrid({ associates }: { associates: readonly Associate[] }) {
  return (
    <ul className="grid grid-cols-1 gap-5 narrow:grid-cols-2 desktop:grid-cols-3">
      {associates.map((associate, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <AssociateCard key={place} associate={associate} />
      ))}
    </ul>
  );
}
