import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Offer } from '#giving/acceptance/acceptance.ts';
import { type ApplyBody, visitorUid } from '#giving/applications/application.ts';
import { GiftLine } from '#giving/applications/gift-line.tsx';
import { useToday } from '#giving/applications/use-today.ts';
import { accessToken } from '#kit/client/access-token.ts';
import { send } from '#kit/client/send.ts';
import { usePrepared } from '#kit/client/use-prepared.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { DraftNotice } from '#kit/forms/draft-notice.tsx';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Form } from '#kit/forms/form.tsx';
import { unreachableMessage } from '#kit/forms/submission.ts';
import { useDraft } from '#kit/forms/use-draft.ts';
import { type Form as FormOver, useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Steps } from '#kit/ui/navigation/steps.tsx';
import {
  agreementWords,
  costDayRule,
  exampleGift,
  type Recipient,
} from '#money/ledger/cost-words.ts';
import type { Terms } from '#money/ledger/fees.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import type { Account } from '#people/accounts/account.ts';
import { loginPathFor } from '#people/session/back-path.ts';
import { keepApplied, readCurrentAppraisal } from '#people/session/current-appraisal.ts';
import {
  forgetLastApplication,
  lastApplication,
  noteLastApplication,
} from '#people/session/last-application.ts';
import { currentSession, useSession } from '#people/session/session.ts';
import {
  type ApplicationTarget,
  type ApplicationValues,
  applyBody,
  emptyApplication,
  excludedFromDraft,
  prefillOf,
  reachableStep,
  stepOfErrors,
  stepSchemas,
} from './application-values.ts';
import { CompleteStep } from './complete-step.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { GoodsStep } from './goods-step.tsx';
import { RecipientStep } from './recipient-step.tsx';
import { formSteps, stepLabels } from './step-state.ts';
import { useSteps, useWantedStep } from './use-steps.ts';

type FormOfApplication = FormOver<ApplicationValues, unknown>;

type ApplicationFormProps = {
  target: ApplicationTarget;
  /** The current terms of gifts to the recipient. */
  terms: Terms;
  /** The fund named in the link to this page. */
  socialChallengeId?: SocialChallengeId;
  /** Level of the steps' headings. */
  level: 2 | 3;
  /** What is accepted, as known when the page was rendered. */
  offer: Offer;
};

/** The application form: four steps on one URL, from the goods to the number. */
export function ApplicationForm(props: ApplicationFormProps) {
  const { target, terms, socialChallengeId, level } = props;
  const { kind } = target;
  const { prepared, account, uid, problem } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const today = useToday();
  const session = usePrepared();
  const [askedAbout, setAskedAbout] = useState<string>();
  const wanted = useWantedStep();
  const [offer, setOffer] = useState(props.offer);
  const schemas = useMemo(() => stepSchemas(kind, offer), [kind, offer]);
  const form = useForm<ApplicationValues, unknown>({
    schema: schemas[wanted.step],
    initial: emptyApplication,
    onInvalid: showMessage,
  });
  const shown = wanted.appraisalId ? 'complete' : reachableStep(schemas, wanted.step, form.values);
  const steps = useSteps(shown, wanted.step);
  usePrefill(form, { account, socialChallengeId, sent: wanted.appraisalId });
  const draft = useDraft(form, {
    name: 'application',
    version: 1,
    exclude: excludedFromDraft,
    onStartOver: () => account && form.fill(prefillOf(account, emptyApplication)),
  });
  const submission = useSubmission(applyAs, {
    remember: 'application',
    form: {
      reject(errors, modal) {
        const step = stepOfErrors(schemas, errors);
        if (step) steps.back(step);
        return form.reject(errors, modal);
      },
    },
    onDone(applied) {
      keepApplied(applied, form.values);
      noteLastApplication(applied.appraisalId, Date.now());
      draft.discard();
      return steps.complete(applied.appraisalId);
    },
  });

  const submit = form.submit(() => {
    if (shown !== 'confirm') return steps.forward();
    const earlier = lastApplication(Date.now());
    return earlier === undefined ? apply() : setAskedAbout(earlier);
  });
  async function apply() {
    await session.whenPrepared();
    const body = applyBody(currentSession().uid, target, form.values, offer);
    const outcome = await submission.send(body);
    if (outcome?.kind === 'invalid') await readOffer().then(setOffer, () => undefined);
    if (outcome?.kind === 'refused' && outcome.type === 'Conflict') {
      // The terms have changed since they were read: they must be agreed to again.
      const latest = await readOffer().catch(() => offer);
      if (latest.termsVersion !== offer.termsVersion) form.setValue('application.agreed', false);
      return setOffer(latest);
    }
    if (outcome?.kind !== 'refused' || outcome.type !== 'Unauthorized') return;
    await showMessage({ title: 'もう一度ログインしてください', message: outcome.message });
    return navigate(loginPathFor(pathname + search));
  }
  const step = { level, heading: steps.heading, step: shown };
  const current = wanted.appraisalId === undefined ? undefined : readCurrentAppraisal();
  return (
    <div ref={steps.frame} className="mx-auto max-w-narrow space-y-6">
      <Steps steps={formSteps.map((one) => stepLabels[one])} current={steps.index} />
      {wanted.appraisalId ? (
        <CompleteStep
          {...step}
          appraisalId={wanted.appraisalId}
          path={pathname}
          offer={offer}
          current={current?.appraisalId === wanted.appraisalId ? current : undefined}
          isGuest={prepared && uid === visitorUid}
          onAgain={() => {
            forgetLastApplication();
            steps.again();
          }}
        />
      ) : (
        <>
          <DraftNotice draft={draft} />
          <ErrorSummary form={form} />
          <Form form={form} onSubmit={submit}>
            {shown === 'goods' && (
              <>
                <CostNote recipient={kind === 'direct' ? '団体' : '基金'} terms={terms} />
                <GoodsStep {...step} form={form} target={target} offer={offer} />
              </>
            )}
            {shown === 'recipient' && (
              <RecipientStep
                {...step}
                form={form}
                kind={kind}
                offer={offer}
                onBack={() => steps.back('goods')}
              />
            )}
            {shown === 'confirm' && (
              <ConfirmStep
                {...step}
                form={form}
                target={target}
                terms={terms}
                values={form.values}
                offer={offer}
                onChange={steps.back}
                problem={
                  submission.message ??
                  (session.isWaiting && problem !== undefined ? unreachableMessage : undefined)
                }
                isPending={submission.isPending || session.isWaiting}
                today={today}
              />
            )}
          </Form>
          <RepeatDialog
            appraisalId={askedAbout}
            onClose={() => setAskedAbout(undefined)}
            onOnceMore={() => {
              setAskedAbout(undefined);
              void apply();
            }}
          />
        </>
      )}
    </div>
  );
}

/** What is accepted now. */
const readOffer = () => send('GET /api/acceptance');

async function applyAs(body: ApplyBody, idempotencyKey: string) {
  // An application started by a donor must not silently become a guest's when the session ends.
  await accessToken();
  if (currentSession().uid !== body.uid) {
    throw refuse('Unauthorized', 'ログインの有効期限が切れました。入力した内容は残っています。');
  }
  return send('POST /api/appraisal/apply', { body, idempotencyKey });
}

/**
 * Prefills from the account and from the fund in the link, but never over typed text. Once the application is sent,
 * the form is emptied, because going back leads to it.
 */
function usePrefill(
  form: FormOfApplication,
  known: {
    account: Account | undefined;
    socialChallengeId: SocialChallengeId | undefined;
    sent: string | undefined;
  },
) {
  const { account, socialChallengeId, sent } = known;
  const [isMounted, setMounted] = useState(false);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    if (sent) latest.current.reset();
  }, [sent]);
  // A fund named in the link takes precedence over a draft.
  useEffect(() => {
    latest.current.fill({ application: { socialChallengeId } });
  }, [socialChallengeId]);
  // Runs one render after the draft, so that the draft takes precedence over the account.
  useEffect(() => setMounted(true), []);
  useEffect(() => {
    const { fill, values } = latest.current;
    if (isMounted && account) fill(prefillOf(account, sent ? emptyApplication : values));
  }, [isMounted, account, sent]);
}

/** The share of a gift that arrives by today's agreement, and which day's agreement applies; read before applying. */
export function CostNote({ recipient, terms }: { recipient: Recipient; terms: Terms }) {
  return (
    <section aria-label="寄付額と費用" className="mb-8 rounded-tile bg-sand px-4 py-4 narrow:px-5">
      <p>{agreementWords(terms, recipient)}</p>
      <div className="mt-3">
        <GiftLine
          label="1箱の査定額が3,000円のときの例"
          sums={exampleGift(terms)}
          recipient={recipient}
        />
      </div>
      <p className="mt-3 text-sm text-ink-2">1箱の査定額が3,000円のときの例です。{costDayRule}</p>
    </section>
  );
}

/** Asks a donor who applied a moment ago, usually in another tab, to confirm another application. */
function RepeatDialog({
  appraisalId,
  onOnceMore,
  onClose,
}: {
  /** The number of the earlier application; undefined while there is nothing to ask. */
  appraisalId: string | undefined;
  onOnceMore: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      isOpen={appraisalId !== undefined}
      onClose={onClose}
      title="もう一度申し込みますか？"
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            申し込まない
          </Button>
          <Button onClick={onOnceMore}>もう一度申し込む</Button>
        </>
      }
    >
      <p>
        先ほど、このブラウザーから申込番号<b className="whitespace-nowrap"> {appraisalId} </b>
        でお申し込みいただきました。もう一度申し込むと、別のお申し込みになり、箱がさらに届きます。
      </p>
    </Dialog>
  );
}
