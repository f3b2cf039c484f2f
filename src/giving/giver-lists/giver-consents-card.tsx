import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Card } from '#kit/ui/card.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { type GiverConsent, giverConsentText, giverConsentVersion } from './giver-consent.ts';

/** The donor's consents to be named in lists of givers, saved at once; nothing for who gave to no such organisation. */
export function GiverConsentsCard() {
  const own = useQuery(addressOf('GET /api/users/giver-consents'));
  const submission = useSubmission(
    (body: Pick<GiverConsent, 'associateId' | 'isAgreed'>) =>
      send('PUT /api/users/giver-consents', {
        body: { ...body, textVersion: giverConsentVersion },
      }),
    {
      onDone: (saved) => {
        own.change(saved);
        showToast('寄附者名簿への記載のご希望を保存しました。');
      },
    },
  );
  if (own.problem) return <LoadFailure message={own.problem.message} onRetry={own.reload} />;
  if (!own.value || own.value.length === 0) return null;
  return (
    <Card>
      <h2 className="font-sans">寄附者名簿への記載</h2>
      <p className="mt-2">
        認定NPO法人などは、法律に基づいて、寄付された方の氏名・住所・金額・受領日の名簿を備え置きます。受領証明書を希望されなくても、ご同意いただくと名簿に載ります。
      </p>
      <p className="mt-2 text-sm text-ink-2">
        同意はいつでも取り消せます。取り消すと、それからあとに作られる名簿には載りません。受領証明書を希望または発行された寄付は、そのまま載ります。
      </p>
      <ul className="mt-3">
        {own.value.map(({ associateId, associateName, isAgreed }) => (
          <li key={associateId} className="border-t border-dashed border-line first:border-t-0">
            <label className="flex min-h-11 items-start gap-3 py-3">
              <input
                type="checkbox"
                checked={isAgreed}
                aria-disabled={submission.isPending}
                onChange={(event) =>
                  !submission.isPending &&
                  submission.send({ associateId, isAgreed: event.target.checked })
                }
                className="mt-0.5 size-6 shrink-0 accent-coral"
              />
              <span>
                <span className="block font-bold wrap-anywhere">{associateName}</span>
                <span className="block text-sm text-ink-2">{giverConsentText}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <SubmitError message={submission.message} />
    </Card>
  );
}
