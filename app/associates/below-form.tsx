import type { ReactNode } from 'react';
import { useRouteLoaderData } from 'react-router';
import { useIsApplying } from '#app/applications/form/use-is-applying.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/pictures/icon.tsx';
import { ShareLinks } from '#app/ui/share-links.tsx';
import type { AssociateDetail } from '#domain/associates/associate.ts';
import { DonationEffect } from './donation-effect.tsx';

/** What stands below the form of an organisation: what a gift does, `children`, and ways to tell others. */
export function BelowForm({
  associate,
  useOfDonations,
  children,
}: {
  associate: AssociateDetail;
  useOfDonations: string;
  children: ReactNode;
}) {
  return (
    <>
      <DonationEffect associate={associate} useOfDonations={useOfDonations} />
      {children}
      <Sharing id={associate.id} name={associate.name} />
    </>
  );
}

/**
 * Steps back while somebody applies: the form's last step has its own way to tell others. It asks for that itself,
 * because a page that renders anew makes the form, which waits for its scripts, do without what the server sent.
 */
function Sharing({ id, name }: { id: string; name: string }) {
  const isApplying = useIsApplying();
  const site = useRouteLoaderData<{ publicUrl: string }>('root');
  if (isApplying) return null;
  return (
    <section className="mt-16" aria-labelledby="share">
      <h2 id="share" className="mb-3">
        この団体をほかの方にも
      </h2>
      <ShareLinks
        address={`${site?.publicUrl ?? ''}/associate/${id}`}
        title={`${name}を応援しよう`}
      />
      <p className="mt-4">
        <ButtonLink to={`/pdf/associate/${id}`} variant="outline" size="small">
          <Icon name="print" />
          チラシを印刷する（A4）
        </ButtonLink>
      </p>
    </section>
  );
}
