import type { ReactNode } from 'react';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { ItemList } from '#kit/forms/item-list.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { VersionedEditor } from '#kit/versions/versioned-editor.tsx';
import type { Associate } from '#organisations/associates/associate.ts';
import { Cover } from '#organisations/associates/cover.tsx';
import {
  socialChallengeIds,
  socialChallenges,
} from '#organisations/challenges/social-challenge.ts';
import { shownPicks } from '#site/content/shown-picks.ts';
import { PicksContent } from '#site/content/site-content.ts';
import { AssociateNames } from './associate-names.tsx';
import { AssociatePicker, useAssociate, useAssociateName } from './associate-picker.tsx';

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

type Pick = PicksContent['picks'][number];
type DrawCover = (associate: Associate) => ReactNode;

/** The picks in order, with the names and pictures of the organisations. */
function PicksPreview({ picks, drawCover }: { picks: readonly Pick[]; drawCover: DrawCover }) {
  if (picks.length === 0) {
    return <p>おすすめの団体がないときは、トップページにこの部分は表示されません。</p>;
  }
  return (
    <>
      <h2 className="text-lg">おすすめの団体</h2>
      <p className="mt-1 text-sm text-ink-2">
        トップページには、掲載している団体のうち上から{shownPicks}件が表示されます。
      </p>
      <ul className="mt-4 grid gap-x-8 gap-y-5 desktop:grid-cols-3">
        {picks.map((pick) => (
          <PreviewedPick
            key={`${pick.category} ${pick.associateId}`}
            pick={pick}
            drawCover={drawCover}
          />
        ))}
      </ul>
    </>
  );
}

function PreviewedPick({ pick, drawCover }: { pick: Pick; drawCover: DrawCover }) {
  const { category, associateId, title, comment } = pick;
  const { value: associate, isLoading } = useAssociate(associateId);
  if (isLoading && !associate) {
    return (
      <li>
        <Skeleton lines={3} />
      </li>
    );
  }
  return (
    <li className="grid min-w-0 content-start gap-2">
      {associate && drawCover(associate)}
      <div className="min-w-0">
        <p className="text-sm text-ink-2">{socialChallenges[category].label}</p>
        <p className="text-sm font-bold wrap-anywhere text-coral-dark">{title}</p>
        <h3 className="font-sans text-lg wrap-anywhere">{associate?.name ?? associateId}</h3>
        <p className="text-sm wrap-anywhere">{comment}</p>
      </div>
      {associate?.state !== 'published' && (
        <Notice>この団体はいま掲載していないため、トップページには表示されません。</Notice>
      )}
    </li>
  );
}
