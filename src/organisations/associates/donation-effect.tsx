import { Link } from '#kit/ui/links/link.tsx';
import { Paragraphs } from '#kit/ui/paragraphs.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { AssociateDetail } from './associate.ts';

/** The effect of a donation: in the organisation's own words, and the mean of the published amount. */
export function DonationEffect({
  associate: { id, totalYen, totalYenGifts },
  useOfDonations,
}: {
  associate: AssociateDetail;
  /** '' if the organisation has not stated it. */
  useOfDonations: string;
}) {
  const hasMean = totalYen !== null && totalYenGifts > 0;
  if (useOfDonations === '' && !hasMean) return null;
  return (
    <section className="mt-16" aria-labelledby="effect">
      <h2 id="effect" className="mb-4">
        ご寄付でできること
      </h2>
      <div className="rounded-card bg-leaf-soft p-5 narrow:p-6">
        <div className="flex gap-4">
          <Picture name="seedling" className="size-12 max-narrow:size-10" />
          <div className="min-w-0 self-center">
            {useOfDonations !== '' && <Paragraphs text={useOfDonations} className="text-lg" />}
            {hasMean && (
              <p className={useOfDonations === '' ? '' : 'mt-3'}>
                これまでに成立した{formatYen(totalYenGifts)}件の寄付は、寄付額が一件あたり平均
                <span className="figures text-xl text-leaf">
                  {formatYen(totalYen / totalYenGifts)}
                </span>
                円でした。
              </p>
            )}
          </div>
        </div>
      </div>
      <p className="mt-3">
        <Link to={`/associate/${id}/vision`} className="text-coral-dark underline">
          この団体が目指すことを読む
        </Link>
      </p>
    </section>
  );
}
