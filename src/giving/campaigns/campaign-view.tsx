import { imageAt, imageSet } from '#kit/images/shown-image.ts';
import { Chip } from '#kit/ui/chip.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { RichText } from '#kit/ui/text/rich-text.tsx';
import type { RichText as Tree } from '#kit/values/text/rich-text.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import type { Associate } from '#organisations/associates/associate.ts';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';
import { type Campaign, type CampaignState, campaignStateLabels } from './campaign.ts';

export type ShownCampaign = {
  campaign: Pick<Campaign, 'title' | 'lead' | 'startsOn' | 'endsOn' | 'image'>;
  state: CampaignState;
  /** The first one's challenge provides the emblem for a campaign without a picture. */
  associates: readonly Pick<Associate, 'socialChallenges'>[];
};

const tone = { running: 'leaf', upcoming: 'honey', ended: 'plain' } as const;

/** The head of a campaign's page. */
export function CampaignHero({
  campaign,
  state,
  associates,
  Name = 'h1',
}: ShownCampaign & {
  /** The title's element, where the page has a heading of its own. */
  Name?: 'h1' | 'h2';
}) {
  const { image } = campaign;
  const challenge = associates[0]?.socialChallenges[0] ?? 'others';
  return (
    <div className="sash">
      <div className="page-container grid items-center gap-6 pt-10 pb-24 narrow:grid-cols-[1fr_auto]">
        <div>
          <p className="flex flex-wrap items-center gap-3">
            <Chip tone={tone[state]}>{campaignStateLabels[state]}</Chip>
            <span className="text-sm text-ink-2">
              {formatDate(campaign.startsOn)} 〜 {formatDate(campaign.endsOn)}
            </span>
          </p>
          <Name className="mt-3 font-sans narrow:text-4xl">{campaign.title}</Name>
          <p className="mt-3 text-lg">{campaign.lead}</p>
        </div>
        {image ? (
          <img
            src={imageAt(image.image, Math.max(...image.widths))}
            srcSet={imageSet(image.image, image.widths)}
            sizes="(width >= 48rem) 400px, 100vw"
            width={image.width}
            height={image.height}
            alt={image.alt}
            className="aspect-[32/15] w-full rounded-card object-cover narrow:w-100"
          />
        ) : (
          <span className="grid size-36 place-items-center rounded-full border-3 border-dashed border-thread bg-paper max-narrow:hidden narrow:size-44">
            <Picture name={socialChallenges[challenge].emblem} className="size-24" />
          </span>
        )}
      </div>
    </div>
  );
}

/** The text of a campaign's page; after its end, also the result. */
export function CampaignText({
  campaign,
  state,
  body,
  result,
}: Pick<ShownCampaign, 'state'> & {
  campaign: Pick<Campaign, 'endsOn'>;
  body: Tree;
  result: Tree;
}) {
  return (
    <div className="mx-auto max-w-narrow">
      {state === 'ended' && (
        <Notice title="この特集は終了しました">
          <p>
            {formatDate(campaign.endsOn)}
            で受付を終えました。紹介した団体への寄付は、いまもお申し込みいただけます。
          </p>
        </Notice>
      )}
      <RichText blocks={body} className="mt-6 text-lg" />
      {state === 'ended' && result.length > 0 && (
        <section className="mt-10">
          <h2>ご報告</h2>
          <RichText blocks={result} className="mt-4" />
        </section>
      )}
    </div>
  );
}
