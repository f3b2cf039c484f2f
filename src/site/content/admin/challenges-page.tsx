import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { ItemList } from '#kit/forms/item-list.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { VersionedEditor } from '#kit/versions/versioned-editor.tsx';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';
import { ChallengesContent } from '#site/content/site-content.ts';
import { ChallengesPreview } from './challenges-preview.tsx';

export const meta = () => [
  { title: '社会課題｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

type Challenge = ChallengesContent['challenges'][number];
const labelOf = ({ id }: Challenge) => socialChallenges[id].label;

/** The order of the challenges, and the texts on their pages. */
export default function Challenges() {
  return (
    <>
      <PageHead title="社会課題" />
      <p className="mb-6">並び順は、トップページや検索など、すべての一覧に反映されます。</p>
      <VersionedEditor
        path="/api/office/content/challenges"
        schema={ChallengesContent}
        inWords={({ challenges }) =>
          challenges.map((challenge, index) => ({
            label: labelOf(challenge),
            value: `${index + 1}番目\n${challenge.will}\n${challenge.description}\n${challenge.fundName}`,
          }))
        }
        preview={({ challenges }) => <ChallengesPreview challenges={challenges} />}
      >
        {(form) => (
          <Panel title="内容">
            <ItemList<Challenge>
              form={form}
              path="challenges"
              label="社会課題（上から順に表示されます）"
              keyOf={({ id }) => id}
              nameOf={labelOf}
              isFixed
            >
              {(challenge, path, index) => (
                <>
                  <p className="font-bold">
                    {index + 1}. {labelOf(challenge)}
                  </p>
                  <TextField form={form} path={`${path}.will`} label="目指すこと" required />
                  <TextArea form={form} path={`${path}.description`} label="紹介" rows={3} />
                  <TextField form={form} path={`${path}.fundName`} label="基金の名前" required />
                </>
              )}
            </ItemList>
          </Panel>
        )}
      </VersionedEditor>
    </>
  );
}
