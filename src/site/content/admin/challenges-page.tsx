import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { ItemList } from '#kit/forms/item-list.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { VersionedEditor } from '#kit/versions/versioned-editor.tsx';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';
import { ChallengesContent } from '#site/content/site-content.ts';

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

/** The challenges in order, each with the text at the head of its page. */
function ChallengesPreview({ challenges }: ChallengesContent) {
  return (
    <ol className="divide-y divide-dashed divide-line">
      {challenges.map(({ id, will, description, fundName }) => {
        const { label, emblem } = socialChallenges[id];
        return (
          <li key={id} className="grid grid-cols-[auto_1fr] gap-4 py-4 first:pt-0 last:pb-0">
            <Picture name={emblem} className="size-10 narrow:size-14" />
            <div className="min-w-0">
              <p className="text-sm font-bold text-coral-dark">{label}</p>
              <h2 className="font-sans text-lg wrap-anywhere">{will}</h2>
              <p className="mt-1 wrap-anywhere">{description}</p>
              <p className="mt-1 text-sm text-ink-2 wrap-anywhere">{fundName}に寄付する</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
