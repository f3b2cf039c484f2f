import { useState } from 'react';
import { PagedList } from '#kit/client/lists/paged-list.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { usePictureLink } from '#kit/versions/use-draft-picture.ts';
import { contentKinds } from '#kit/versions/version.ts';
import type { ActivityContent } from '#organisations/activities/activity.ts';
import type { AssociateContent } from '#organisations/associates/associate-content.ts';
import { associateInWords } from '#organisations/associates/editor/content-in-words.ts';
import { thanksInWords } from '#organisations/room/thanks-in-words.ts';
import type { ThanksContent } from '#organisations/thanks/thanks-schema.ts';
import type { Look } from '#site/looks/look.ts';
import { LookActions } from './look-actions.tsx';
import { LookText } from './look-text.tsx';

export const meta = () => [
  { title: '公開の確認待ち｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];
export const handle = { layout: 'admin' };

/** Texts of organisations to review before publication. */
export default function LooksPage() {
  const [version, setVersion] = useState(0);
  return (
    <>
      <PageHead title="公開の確認待ち" />
      <Panel label="確認を待っている内容">
        <PagedList<Look>
          path="/api/office/looks"
          version={version}
          label="確認を待っている内容"
          empty={{
            title: '確認待ちの内容はありません',
            text: '団体の担当者が確認を依頼すると、ここに古い順に並びます。',
          }}
          keyOf={({ kind, key, tag }) => `${kind} ${key} ${tag}`}
        >
          {(look) => <OneLook look={look} onDone={() => setVersion(version + 1)} />}
        </PagedList>
      </Panel>
    </>
  );
}

function OneLook({ look, onDone }: { look: Look; onDone: () => void }) {
  const { kind, associateName, note, changedBy, changedAt } = look;
  return (
    <article aria-label={`${associateName}の${contentKinds[kind]}`}>
      <h2 className="text-lg wrap-anywhere">
        {associateName}：{contentKinds[kind]}
      </h2>
      <p className="text-sm text-ink-2">
        {formatDateTime(changedAt)} {changedBy}
        {note && `　${note}`}
      </p>
      <LookText fields={inWords(look).filter(({ value }) => !value.startsWith('画像 '))}>
        {imageIdsOf(look).map((imageId) => (
          <LookPicture key={imageId} associateId={look.associateId} imageId={imageId} />
        ))}
      </LookText>
      <LookActions look={look} onDone={onDone} />
    </article>
  );
}

function imageIdsOf({ kind, content }: Look): string[] {
  const { coverImageId, vision } = content as AssociateContent;
  const ids =
    kind === 'associate'
      ? [coverImageId, vision.imageId]
      : [(content as ActivityContent | ThanksContent).imageId];
  return ids.filter((id) => id !== '');
}

function LookPicture({ associateId, imageId }: { associateId: string; imageId: string }) {
  const link = usePictureLink(`associates/${associateId}`, imageId);
  if (link === '') return <Skeleton lines={2} />;
  return <img src={link} alt="公開を待っている画像" className="max-h-80 max-w-full rounded-tile" />;
}

function inWords({ kind, content }: Look) {
  if (kind === 'thanks') return thanksInWords(content as ThanksContent);
  if (kind === 'associate') return associateInWords(content as AssociateContent);
  const { title, body } = content as ActivityContent;
  return [
    { label: '見出し', value: title },
    { label: '本文', value: body, isMarkdown: true },
  ];
}
