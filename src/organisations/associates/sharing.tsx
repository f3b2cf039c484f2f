import { useRouteLoaderData } from 'react-router';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { ShareLinks } from '#kit/ui/share-links.tsx';

/** Links to share an organisation's page. */
export function Sharing({ id, name }: { id: string; name: string }) {
  const site = useRouteLoaderData<{ publicUrl: string }>('root');
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
