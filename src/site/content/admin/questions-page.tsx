import { TextField } from '#kit/forms/fields/text-field.tsx';
import { ItemList } from '#kit/forms/item-list.tsx';
import { MarkdownField } from '#kit/forms/markdown/markdown-field.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { VersionedEditor } from '#kit/versions/versioned-editor.tsx';
import { previewMarkdown } from '#people/session/preview-markdown.ts';
import { QuestionsContent } from '#site/content/site-content.ts';

export const meta = () => [
  { title: 'よくあるご質問｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

type Group = QuestionsContent['groups'][number];
type Question = Group['questions'][number];

/** A generated part of an address. */
const newId = (kind: string) => `${kind}-${crypto.randomUUID().slice(0, 8)}`;
const newQuestion = (): Question => ({ id: newId('q'), question: '', answer: '' });

/** The questions and answers of /faq. */
export default function Questions() {
  return (
    <>
      <PageHead title="よくあるご質問" />
      <p className="mb-6">
        答えに書いた次の印は、「お引き受けの条件」で決めた数字に置き換わります。
        {
          '{{maxBoxes}}：箱の数、{{firstDay}}と{{lastDay}}：お届けを選べる最初と最後の日、{{sellerAge}}：買取寄付の年齢、{{costOfAssociates}}と{{costOfFunds}}：団体と基金が負担する費用'
        }
      </p>
      <VersionedEditor
        path="/api/office/content/questions"
        schema={QuestionsContent}
        hasDelivered
        inWords={({ groups }) =>
          groups.flatMap(({ title, questions }) =>
            questions.map(({ question, answer }) => ({
              label: `${title}：${question}`,
              value: answer,
            })),
          )
        }
      >
        {(form) => (
          <Panel title="内容">
            <ItemList<Group>
              form={form}
              path="groups"
              label="質問のまとまり"
              keyOf={({ id }) => id}
              nameOf={({ title }, index) => title || `${index + 1}番目のまとまり`}
              create={() => ({ id: newId('g'), title: '', questions: [newQuestion()] })}
              addLabel="まとまりを加える"
            >
              {(group, path) => (
                <>
                  <TextField form={form} path={`${path}.title`} label="まとまりの題名" required />
                  {/* Nested lists share their edges on phones, which leaves more room to write. */}
                  <div className="max-narrow:-mx-2">
                    <Disclosure summary={`質問 ${group.questions.length}件`}>
                      <div className="max-narrow:-mx-3">
                        <QuestionList form={form} path={`${path}.questions`} />
                      </div>
                    </Disclosure>
                  </div>
                </>
              )}
            </ItemList>
          </Panel>
        )}
      </VersionedEditor>
    </>
  );
}

function QuestionList({ form, path }: { form: FormFields; path: string }) {
  return (
    <ItemList<Question>
      form={form}
      path={path}
      label="質問"
      keyOf={({ id }) => id}
      nameOf={({ question }, index) => question || `${index + 1}件目`}
      create={newQuestion}
      addLabel="質問を加える"
    >
      {(_, place) => (
        <>
          <TextField form={form} path={`${place}.question`} label="質問" required />
          <MarkdownField
            form={form}
            path={`${place}.answer`}
            label="答え"
            rows={5}
            maxLength={3000}
            preview={previewMarkdown}
            required
          />
        </>
      )}
    </ItemList>
  );
}
