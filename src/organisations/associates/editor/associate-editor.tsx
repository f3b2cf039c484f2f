import { useMarkdownPreview } from '#kit/forms/markdown/use-markdown-preview.ts';
import { imageKinds } from '#kit/images/shown-image.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { usePictureLink } from '#kit/versions/use-draft-picture.ts';
import { VersionedEditor, type VersionedEditorProps } from '#kit/versions/versioned-editor.tsx';
import { noTerms } from '#money/ledger/fees.ts';
import type { ArticleImage, AssociateDetail } from '#organisations/associates/associate.ts';
import { AssociateContent } from '#organisations/associates/associate-content.ts';
import { AssociateFacts } from '#organisations/associates/associate-facts.tsx';
import { VisionArticle } from '#organisations/associates/vision-article.tsx';
import { previewMarkdown } from '#people/session/preview-markdown.ts';
import { AssociateFields } from './associate-fields.tsx';
import { associateInWords } from './content-in-words.ts';

/**
 * Edits the content of an organisation's page, for the operator and for the organisation's own editors. `path` is
 * that of the API, whose routes decide who may edit.
 */
export function AssociateEditor({
  associateId,
  ...editor
}: { associateId: string } & Pick<
  VersionedEditorProps<AssociateContent>,
  | 'path'
  | 'mayChange'
  | 'asksForLook'
  | 'publishLabel'
  | 'publishedMessage'
  | 'onPublished'
  | 'onUnchanged'
>) {
  return (
    <VersionedEditor<AssociateContent>
      {...editor}
      schema={AssociateContent}
      inWords={associateInWords}
      preview={(content) => <AssociatePreview associateId={associateId} content={content} />}
    >
      {(form) => <AssociateFields form={form} associateId={associateId} />}
    </VersionedEditor>
  );
}

const [width, height] = [1600, 750];
const coverOf = (image: string): ArticleImage => ({
  image,
  width,
  height,
  widths: [...imageKinds['associate-cover'].widths],
  alt: '',
});

/** A draft as visitors will see the page. */
function AssociatePreview({
  associateId,
  content,
}: {
  associateId: string;
  content: AssociateContent;
}) {
  const cover = usePictureLink(`associates/${associateId}`, content.coverImageId);
  const picture = usePictureLink(`associates/${associateId}`, content.vision.imageId);
  const description = useMarkdownPreview(content.description, previewMarkdown);
  const body = useMarkdownPreview(content.vision.body, previewMarkdown);
  return (
    <>
      <AssociateFacts
        associate={detailOf(associateId, content, cover)}
        isWhole
        arrives="（ここに、寄付額のうち団体に届く割合が出ます）"
        Name="h2"
        action={<p className="text-sm text-ink-2">（ここに「この団体に申し込む」が出ます）</p>}
      />
      {picture !== '' && <img src={picture} alt="" className="w-full rounded-card" />}
      <VisionArticle
        description={description.blocks ?? []}
        vision={{ ...content.vision, body: body.blocks ?? [], image: null }}
      />
    </>
  );
}

/** The data of the public page for a draft; counts start at zero. */
function detailOf(id: string, content: AssociateContent, cover: string): AssociateDetail {
  const { coverImageId: _, vision: __, nameKana: ___, ...facts } = content;
  return {
    ...facts,
    id,
    isDeductible: false,
    createdAt: toTimestamp(new Date()),
    coverImage: cover === '' ? null : coverOf(cover),
    stat: { monthlyCount: 0, totalCount: 0 },
    certification: null,
    totalYen: null,
    totalYenGifts: 0,
    deliveredYen: null,
    state: 'published',
    stateNote: '',
    endedOn: '',
    terms: noTerms,
  };
}
