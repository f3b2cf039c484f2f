import { useLocation, useRouteLoaderData } from 'react-router';
import { postText } from '#giving/applications/post-text.ts';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { ShareLinks } from '#kit/ui/share-links.tsx';
import type { OwnPledge } from './pledge.ts';

type Saved = Pick<OwnPledge, 'id' | 'appraisalId' | 'state'>;

/** The history state with which saving a pledge leads to the author's list. */
export const savedPledgeState = ({ id, appraisalId, state }: Saved) => ({
  saved: { id, appraisalId, state },
});

/** Offers to share a pledge that its author has just published; otherwise nothing. */
export function SharePublished() {
  const { saved } = (useLocation().state ?? {}) as { saved?: Saved };
  const published = saved?.state === 'published' ? saved : undefined;
  const site = useRouteLoaderData<{ publicUrl: string }>('root');
  const application = useQuery(
    published &&
      addressOf('GET /api/users/applications/:appraisalId', {
        params: { appraisalId: published.appraisalId },
      }),
  );
  if (!published || application.isLoading) return null;
  // If the application did not load, the post uses general words.
  const { frequency = 'once', products = [] } = application.value ?? {};
  return (
    <div className="mb-6">
      <Notice kind="success" title="#mypledgeを公開しました">
        <p className="mb-3">よろしければ、まわりの方にもお知らせください。</p>
        <ShareLinks
          address={`${site?.publicUrl ?? ''}/my-pledge/${published.id}`}
          title={postText('mypledge', frequency, products)}
        />
      </Notice>
    </div>
  );
}
