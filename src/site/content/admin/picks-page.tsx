import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { ItemList } from '#kit/forms/item-list.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { VersionedEditor } from '#kit/versions/versioned-editor.tsx';
import type { Associate } from '#organisations/associates/associate.ts';
import { Cover } from '#organisations/associates/cover.tsx';
import {
  socialChallengeIds,
  socialChallenges,
} from '#organisations/challenges/social-challenge.ts';
import { PicksContent } from '#site/content/site-content.ts';
import { AssociateNames } from './associate-names.tsx';
import { AssociatePicker, useAssociateName } from './associate-picker.tsx';
import { PicksPreview } from './picks-preview.tsx';

export const meta = () => [
  { title: 'おすすめの団体｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const categories = socialChallengeIds.map((id) => ({
  value: id,
  label: socialChallenges[id].label,
}));

/** The organisations that the top page presents. */
export default function Picks() {
  return (
    <>
      <PageHead title="おすすめの団体" />
      <p className="mb-6">トップページで紹介する団体を、並べたい順に選びます。</p>
      <VersionedEditor
        path="/api/office/content/picks"
        schema={PicksContent}
        inWords={({ picks }) =>
          picks.map(({ category, associateId, title, comment }, index) => ({
            label: `${index + 1}件目`,
            value: `${socialChallenges[category].label}：${associateId}\n${title}\n${comment}`,
            drawn: (
              <>
                {socialChallenges[category].label}：<AssociateNames ids={[associateId]} />
                {`${title}\n${comment}`}
              </>
            ),
          }))
        }
        preview={({ picks }) => <PicksPreview picks={picks} drawCover={drawCover} />}
      >
        {(form) => (
          <Panel title="内容">
            <div className="space-y-6">
              <ItemList<PicksContent['picks'][number]>
                form={form}
                path="picks"
                label="紹介する団体"
                empty="まだ選ばれていません。下の欄で団体を探して加えます。"
                keyOf={({ category, associateId }) => `${category} ${associateId}`}
                nameOf={({ title }, index) => title || `${index + 1}件目`}
              >
                {({ associateId }, path) => (
                  <>
                    <AssociateName id={associateId} />
                    <SelectField
                      form={form}
                      path={`${path}.category`}
                      label="社会課題"
                      choices={categories}
                      required
                    />
                    <TextField form={form} path={`${path}.title`} label="見出し" required />
                    <TextField form={form} path={`${path}.comment`} label="紹介の言葉" optional />
                  </>
                )}
              </ItemList>
              <AssociatePicker
                label="団体を加える"
                onPick={({ id, name }) =>
                  form.setValue('picks', [
                    ...form.values.picks,
                    { category: 'others', associateId: id, title: name.slice(0, 40), comment: '' },
                  ])
                }
              />
            </div>
          </Panel>
        )}
      </VersionedEditor>
    </>
  );
}

const drawCover = ({ id, socialChallenges: [challenge], coverImage }: Associate) => (
  <Cover
    associateId={id}
    challengeId={challenge}
    image={coverImage}
    className="aspect-[32/15] max-w-80 rounded-tile"
  />
);

function AssociateName({ id }: { id: string }) {
  return <p className="font-bold">{useAssociateName(id)}</p>;
}
