import { useParams } from 'react-router';
import { CampaignFields } from '#giving/campaigns/admin/campaign-fields.tsx';
import { CampaignPreview } from '#giving/campaigns/admin/campaign-preview.tsx';
import { campaignPath } from '#giving/campaigns/campaign.ts';
import { CampaignContent, campaignOfKey } from '#giving/campaigns/campaign-content.ts';
import { ItemList } from '#kit/forms/item-list.tsx';
import type { Form } from '#kit/forms/use-form.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { VersionedEditor } from '#kit/versions/versioned-editor.tsx';
import { AssociateNames } from './associate-names.tsx';
import { AssociatePicker, useAssociate, useAssociateName } from './associate-picker.tsx';

export const meta = () => [{ title: '特集｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

/** A campaign with its drafts and versions. */
export default function CampaignScreen() {
  const { key = '' } = useParams();
  const place = campaignOfKey(key);
  return (
    <>
      <Link
        to="/admin/campaigns"
        className="-mt-2 mb-1 inline-flex min-h-11 items-center gap-1 text-sm font-bold text-coral-dark no-underline hover:underline"
      >
        <Icon name="chevron-left" className="size-4" />
        特集の一覧
      </Link>
      <PageHead title="特集">
        {place && (
          <ButtonLink to={campaignPath(place)} variant="outline" size="small">
            公開のページを見る
          </ButtonLink>
        )}
      </PageHead>
      <VersionedEditor
        path={`/api/office/campaigns/${encodeURIComponent(key)}`}
        schema={CampaignContent}
        inWords={inWords}
        preview={(content) => <Preview content={content} />}
      >
        {(form) => (
          <Panel title="内容">
            <div className="space-y-6">
              <CampaignFields form={form} />
              <CampaignAssociates form={form} />
            </div>
          </Panel>
        )}
      </VersionedEditor>
    </>
  );
}

function Preview({ content }: { content: CampaignContent }) {
  const { associateIds } = content;
  const { value: first } = useAssociate(associateIds[0] ?? '');
  return (
    <CampaignPreview content={content} first={first}>
      <AssociateNames ids={associateIds} />
    </CampaignPreview>
  );
}

const pictureWords = (id = '') => (id === '' ? '' : `画像 ${id.slice(0, 8)}`);

const inWords = (content: CampaignContent) => [
  { label: '題名', value: content.title },
  { label: 'ひとこと', value: content.lead },
  { label: '期間', value: `${content.startsOn}〜${content.endsOn}` },
  { label: '本文', value: content.body },
  {
    label: '応援する団体',
    value: content.associateIds.join('\n'),
    drawn: <AssociateNames ids={content.associateIds} />,
  },
  { label: '特集の画像', value: pictureWords(content.imageId) },
  { label: '画像の説明', value: content.imageAlt ?? '' },
  { label: '結果の報告', value: content.result },
  { label: '公開', value: content.isShown ? 'する' : 'しない' },
];

function CampaignAssociates({ form }: { form: Form<CampaignContent, CampaignContent> }) {
  return (
    <>
      <ItemList<string>
        form={form}
        path="associateIds"
        label="応援する団体"
        empty="まだ選ばれていません。下の欄で団体を探して加えます。"
        keyOf={(id) => id}
        nameOf={(id) => id}
      >
        {(id) => <AssociateName id={id} />}
      </ItemList>
      <AssociatePicker
        label="団体を加える"
        onPick={({ id }) => {
          const ids = form.values.associateIds;
          if (!ids.includes(id)) form.setValue('associateIds', [...ids, id]);
        }}
      />
    </>
  );
}

function AssociateName({ id }: { id: string }) {
  return <p className="font-bold">{useAssociateName(id)}</p>;
}
