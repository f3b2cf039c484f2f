import type { ReactNode } from 'react';
import { campaignState } from '#giving/campaigns/campaign.ts';
import type { CampaignContent } from '#giving/campaigns/campaign-content.ts';
import { CampaignHero, CampaignText } from '#giving/campaigns/campaign-view.tsx';
import { useMarkdownPreview } from '#kit/forms/markdown/use-markdown-preview.ts';
import { imageKinds } from '#kit/images/shown-image.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { isDay, jstDay } from '#kit/values/timestamp.ts';
import { usePictureLink } from '#kit/versions/use-draft-picture.ts';
import type { ArticleImage, Associate } from '#organisations/associates/associate.ts';
import { previewMarkdown } from '#people/session/preview-markdown.ts';

const [width, height] = [1600, 750];
const coverOf = (image: string, alt: string): ArticleImage => ({
  image,
  width,
  height,
  widths: [...imageKinds['campaign-cover'].widths],
  alt,
});

type PreviewProps = {
  content: CampaignContent;
  /** The first organisation, once loaded. */
  first: Associate | undefined;
  /** The list of its organisations. */
  children: ReactNode;
};

/** A draft as visitors will see the campaign's page, without donation figures. */
export function CampaignPreview(props: PreviewProps) {
  const { content } = props;
  if (!isDay(content.startsOn) || !isDay(content.endsOn)) {
    return <p>始まりの日と終わりの日を入力すると、プレビューが表示されます。</p>;
  }
  return <WholePage {...props} />;
}

function WholePage({ content, first, children }: PreviewProps) {
  const { associateIds, imageId = '', imageAlt = '' } = content;
  const picture = usePictureLink('campaigns', imageId);
  const body = useMarkdownPreview(content.body, previewMarkdown);
  const result = useMarkdownPreview(content.result, previewMarkdown);
  const state = campaignState(content, jstDay(new Date()));
  const campaign = { ...content, image: picture === '' ? null : coverOf(picture, imageAlt) };
  const problem = body.problem ?? result.problem;
  return (
    <>
      {!content.isShown && (
        <Notice>「ページを公開する」を選んでいないため、このページは公開されません。</Notice>
      )}
      {problem && <Notice kind="error" title={problem} />}
      {/* The page is as wide as the preview, not as the window. */}
      <div className="[--container-page:calc(100%-2rem)]">
        <CampaignHero
          campaign={campaign}
          state={state}
          associates={first ? [first] : []}
          Name="h2"
        />
      </div>
      <div className="py-8">
        <CampaignText
          campaign={campaign}
          state={state}
          body={body.blocks ?? []}
          result={result.blocks ?? []}
        />
      </div>
      <h2 className="mb-2 text-xl">応援する団体</h2>
      {associateIds.length > 0 ? children : <p>まだ選ばれていません。</p>}
    </>
  );
}
