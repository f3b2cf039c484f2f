import { campaignStateLabels } from '#giving/campaigns/campaign.ts';
import type { AdminCampaign } from '#giving/campaigns/campaign-content.ts';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { imageAt, imageKinds } from '#kit/images/shown-image.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';

export const meta = () => [{ title: '特集｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

/** All campaigns, the latest first. */
export default function Campaigns() {
  const { value, problem, reload } = useQuery(addressOf('GET /api/office/campaigns'));
  return (
    <>
      <PageHead title="特集">
        <ButtonLink to="/admin/campaigns/new" size="small">
          特集を作る
        </ButtonLink>
      </PageHead>
      <Panel label="特集の一覧">
        {problem && !value && <LoadFailure message={problem.message} onRetry={reload} />}
        {!value && !problem && <Skeleton lines={6} />}
        {value?.length === 0 && <EmptyState title="まだ特集はありません" />}
        {value && value.length > 0 && (
          <ul className="divide-y divide-dashed divide-line">
            {value.map((campaign) => (
              <CampaignRow key={campaign.key} campaign={campaign} />
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

const tones = { running: 'leaf', upcoming: 'honey', ended: 'plain' } as const;
const slashDate = (day: string) => day.replaceAll('-', '/');

function CampaignRow({ campaign }: { campaign: AdminCampaign }) {
  const { key, title, startsOn, endsOn, state, isShown, image, hasDraft } = campaign;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      {image !== '' && (
        <img
          src={imageAt(image, imageKinds['campaign-cover'].widths[0])}
          width="128"
          height="60"
          alt=""
          loading="lazy"
          decoding="async"
          className="rounded-tile border border-line object-cover"
        />
      )}
      <div className="min-w-0 grow">
        <Link
          to={`/admin/campaigns/${key}`}
          className="inline-flex min-h-11 items-center font-bold text-coral-dark underline underline-offset-4"
        >
          {title}
        </Link>
        <p className="text-sm text-ink-2">
          {slashDate(startsOn)} 〜 {slashDate(endsOn)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {hasDraft && <Chip tone="sky">下書きあり</Chip>}
        {isShown ? (
          <Chip tone={tones[state]}>{campaignStateLabels[state]}</Chip>
        ) : (
          <Chip tone="plain">公開していません</Chip>
        )}
      </div>
    </li>
  );
}
