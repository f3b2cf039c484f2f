import type { ReactNode } from 'react';
import { CampaignHero, CampaignText } from '#app/campaigns/campaign-view.tsx';
import { useMarkdownPreview } from '#app/forms/markdown/use-markdown-preview.ts';
import { previewMarkdown } from '#app/session/preview-markdown.ts';
import { Notice } from '#app/ui/notice.tsx';
import { usePictureLink } from '#app/versions/use-draft-picture.ts';
import type { ArticleImage, Associate } from '#domain/associates/associate.ts';
import { campaignState } from '#domain/campaigns/campaign.ts';
import type { CampaignContent } from '#domain/campaigns/campaign-content.ts';
import { imageKinds } from '#domain/images/shown-image.ts';
import { isDay, jstDay } from '#domain/values/timestamp.ts';

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
