import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '#kit/client/api.ts';
import { PagedList } from '#kit/client/lists/paged-list.tsx';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { ActivityContent, type StaffActivity } from '#organisations/activities/activity.ts';
import { Drafts } from './drafts.tsx';
import { roomApi, roomPath, useRoom } from './use-room.ts';
import { WithdrawButton } from './withdraw-button.tsx';

/** An organisation's activity reports. */
export default function RoomActivities() {
  const { associate, mayChange } = useRoom();
  const { id } = associate;
  const [version, setVersion] = useState(0);
  return (
    <>
      {mayChange && <NewActivity associateId={id} />}
      <Drafts
        key={version}
        path={roomApi(id, '/activities/drafts')}
        pathOf={(activityId) => roomPath(id, `activities/${activityId}`)}
      />
      <Card as="section" aria-labelledby="published">
        <h2 id="published" className="text-xl narrow:text-2xl">
          公開している活動
        </h2>
        <PagedList<StaffActivity>
          path={roomApi(id, '/activities')}
          version={version}
          label="公開している活動"
          empty={{
            title: '活動の報告はまだありません',
            text: '日々の様子をお伝えすると、応援してくださる方が増えていきます。',
          }}
          keyOf={(activity) => activity.id}
        >
          {(activity) => (
            <PublishedActivity
              activity={activity}
              associateId={id}
              mayChange={mayChange}
              onWithdrawn={() => setVersion(version + 1)}
            />
          )}
        </PagedList>
      </Card>
    </>
  );
}

function PublishedActivity({
  activity: { id, title, publishedAt },
  associateId,
  mayChange,
  onWithdrawn,
}: {
  activity: StaffActivity;
  associateId: string;
  mayChange: boolean;
  onWithdrawn: () => void;
}) {
  return (
    <>
      <p>
        <Link
          to={roomPath(associateId, `activities/${id}`)}
          className="inline-flex min-h-11 items-center font-bold text-coral-dark underline wrap-anywhere"
        >
          {title}
        </Link>
      </p>
      <p className="text-sm text-ink-2 tabular-nums">{formatDate(publishedAt)}</p>
      {mayChange && (
        <WithdrawButton
          path={roomApi(associateId, `/activities/${id}/withdraw`)}
          title={title}
          explanation="取り下げると、団体のページに表示されなくなります。文章は下書きに残ります。"
          onWithdrawn={onWithdrawn}
        />
      )}
    </>
  );
}

/** Creates a report; picture, preview and publication are on its own page. */
function NewActivity({ associateId }: { associateId: string }) {
  const navigate = useNavigate();
  const form = useForm({ schema: ActivityContent, initial: { title: '', body: '', imageId: '' } });
  const submission = useSubmission(
    (body: ActivityContent) => api<{ id: string }>(roomApi(associateId, '/activities'), { body }),
    { form, onDone: ({ id }) => navigate(roomPath(associateId, `activities/${id}`)) },
  );
  return (
    <Card as="section" aria-labelledby="new-activity" className="mb-6">
      <h2 id="new-activity" className="mb-4 text-xl narrow:text-2xl">
        活動を書く
      </h2>
      <Form form={form} className="grid gap-6" onSubmit={form.submit(submission.send)}>
        <ErrorSummary form={form} />
        <TextField form={form} path="title" label="見出し" required maxLength={100} />
        <TextArea
          form={form}
          path="body"
          label="本文"
          required
          rows={6}
          maxLength={20_000}
          help="写真と見出しなどの飾りは、次の画面で付けられます。"
        />
        <SubmitError message={submission.message} />
        <div>
          <Button type="submit" isBusy={submission.isPending}>
            下書きを保存して、次へ
          </Button>
        </div>
      </Form>
    </Card>
  );
}
