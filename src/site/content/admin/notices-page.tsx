import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { ItemList } from '#kit/forms/item-list.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { VersionedEditor } from '#kit/versions/versioned-editor.tsx';
import { NoticesContent, type SiteNotice } from '#site/content/site-content.ts';
import { SiteNotices } from '#site/frame/site-notices.tsx';

export const meta = () => [
  { title: 'お知らせ｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const emptyNotice: SiteNotice = {
  title: '',
  body: '',
  linkLabel: '',
  linkPath: '',
  startsOn: '',
  endsOn: '',
};

/** Notices for all visitors, shown at the top of every page. */
export default function Notices() {
  return (
    <>
      <PageHead title="お知らせ" />
      <p className="mb-6">
        選んだ期間だけ、すべてのページのいちばん上に表示されます。終わりの日を空にすると、削除するまで表示されます。
      </p>
      <VersionedEditor
        path="/api/office/content/notices"
        schema={NoticesContent}
        inWords={({ notices }) =>
          notices.map(({ title, body, linkLabel, linkPath, startsOn, endsOn }, index) => ({
            label: `${index + 1}件目`,
            value: [
              title,
              body,
              linkPath && `${linkLabel}（${linkPath}）`,
              `${startsOn}〜${endsOn}`,
            ]
              .filter((text) => text !== '')
              .join('\n'),
          }))
        }
        preview={({ notices }) => <SiteNotices notices={notices} />}
      >
        {(form) => (
          <Panel title="内容">
            <ItemList<SiteNotice>
              form={form}
              path="notices"
              label="お知らせ"
              empty="いま表示するお知らせはありません。"
              keyOf={(_, index) => String(index)}
              nameOf={({ title }, index) => title || `${index + 1}件目`}
              create={() => emptyNotice}
              addLabel="お知らせを加える"
            >
              {(_, path) => (
                <>
                  <TextField form={form} path={`${path}.title`} label="お知らせ" required />
                  <TextArea form={form} path={`${path}.body`} label="詳しい内容" rows={2} />
                  <div className="grid gap-4 narrow:grid-cols-2">
                    <TextField
                      form={form}
                      path={`${path}.linkLabel`}
                      label="リンクの文字"
                      optional
                    />
                    <TextField
                      form={form}
                      path={`${path}.linkPath`}
                      label="リンク先"
                      help="例：/campaign/2026/winter"
                      optional
                    />
                    <TextField
                      form={form}
                      path={`${path}.startsOn`}
                      type="date"
                      label="始まりの日"
                      required
                    />
                    <TextField
                      form={form}
                      path={`${path}.endsOn`}
                      type="date"
                      label="終わりの日"
                      optional
                    />
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
