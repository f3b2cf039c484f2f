import { ButtonLink } from '#app/ui/button.tsx';
import type { Pledge } from '#domain/pledges/pledge.ts';
import { PledgeGrid } from './pledge-card.tsx';

/** The newest pledges on the top page; nothing while there are none. */
export function PledgeGallery({ pledges }: { pledges: readonly Pledge[] }) {
  if (pledges.length === 0) return null;
  return (
    <section className="page-container pt-16">
      <h2>みんなの #mypledge</h2>
      <p className="mt-1 mb-6 text-ink-2">手放した一着にこめた思いと、団体からのお返事です。</p>
      <PledgeGrid pledges={pledges} isAhead />
      <p className="mt-8 text-center">
        <ButtonLink to="/my-pledge" variant="outline">
          #mypledge をもっと見る
        </ButtonLink>
      </p>
    </section>
  );
}
