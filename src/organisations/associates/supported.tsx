import { ButtonLink } from '#kit/ui/button.tsx';
import { ChipLink } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { Associate } from './associate.ts';
import { Cover } from './cover.tsx';
import type { DirectoryOrder } from './directory-query.ts';

/** The part of an organisation that its row shows. */
export const supportedOf = ({
  id,
  name,
  locations,
  socialChallenges,
  coverImage,
  stat,
}: Associate) => ({
  ...{ id, name, coverImage, stat },
  location: locations[0],
  socialChallenge: socialChallenges[0],
});
type SupportedAssociate = ReturnType<typeof supportedOf>;

/** The first organisations of an order in rows, under a matching heading; nothing if there are none. */
export function Supported({
  by,
  ranked,
}: {
  by: DirectoryOrder;
  ranked: readonly SupportedAssociate[];
}) {
  if (ranked.length === 0) return null;
  return (
    <section className="page-container pt-12 narrow:pt-16">
      <h2>
        {by === 'thisMonth'
          ? '今月、応援されている団体'
          : by === 'cumulative'
            ? '応援されている団体'
            : '新しい団体'}
      </h2>
      <p className="mt-3 mb-4 flex flex-wrap gap-2">
        <ChipLink to="/search">今月</ChipLink>
        <ChipLink to="/search?order=cumulative">累計</ChipLink>
        <ChipLink to="/search?order=newAssociate">新着</ChipLink>
        <ChipLink to="/search?isDeductible=true">控除対象だけ</ChipLink>
      </p>
      <ol className="grid gap-x-10 desktop:grid-cols-2">
        {ranked.map((associate, index) => (
          <Row key={associate.id} associate={associate} place={index + 1} by={by} />
        ))}
      </ol>
      <p className="mt-6 text-center">
        <ButtonLink to="/search" variant="outline">
          すべての団体を見る
        </ButtonLink>
      </p>
    </section>
  );
}

function Row({
  associate: { id, name, location, socialChallenge, coverImage, stat },
  place,
  by,
}: {
  associate: SupportedAssociate;
  place: number;
  by: DirectoryOrder;
}) {
  const count = by === 'thisMonth' ? stat.monthlyCount : stat.totalCount;
  return (
    <li className="relative grid grid-cols-[auto_56px_1fr_auto] items-center gap-3 border-b border-dashed border-line py-3">
      <span className="figures w-6 text-center text-xl text-ink-2" aria-hidden="true">
        {by === 'newAssociate' ? '' : place}
      </span>
      <Cover
        associateId={id}
        challengeId={socialChallenge}
        image={coverImage}
        sizes="56px"
        className="size-14 rounded-xl"
        patch="h-[72%]"
      />
      <div className="min-w-0">
        <h3 className="line-clamp-2 font-sans text-base leading-snug">
          <Link to={`/associate/${id}`} className="no-underline after:absolute after:inset-0">
            {name}
          </Link>
        </h3>
        <p className="truncate text-sm text-ink-2">{location}</p>
      </div>
      {count > 0 ? (
        <p className="text-right whitespace-nowrap">
          <span className="figures text-xl text-coral-dark">{formatYen(count)}</span>件
        </p>
      ) : (
        <p className="w-16 text-right text-sm font-bold text-coral-dark [word-break:auto-phrase]">
          最初の応援者になりませんか
        </p>
      )}
    </li>
  );
}
