import { type ReactNode, useEffect, useRef } from 'react';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { Picture, type PictureName } from '#kit/ui/pictures/picture.tsx';

/** Replaces a sent form: what was received, its number, and what happens next. */
export function SubmissionReceived({
  title,
  picture,
  numberLabel,
  number,
  email,
  children,
}: {
  title: string;
  picture: PictureName;
  numberLabel: string;
  number: string;
  /** The address of the confirmation mail. */
  email: string;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <Card className="text-center">
      <Picture name={picture} className="mx-auto size-16" />
      <h2 ref={heading} tabIndex={-1} className="mt-3 text-xl narrow:text-2xl">
        {title}
      </h2>
      <div className="mx-auto mt-5 max-w-100 rounded-tile bg-coral-soft px-4 py-4">
        <p className="text-sm">{numberLabel}</p>
        <p className="figures text-2xl whitespace-nowrap text-coral-dark narrow:text-3xl">
          {number}
        </p>
      </div>
      <div className="mx-auto mt-5 flex max-w-120 items-start gap-2 text-left">
        <Icon name="mail" className="mt-1 size-5 text-coral" />
        <p className="min-w-0">
          お知らせのメールを<b className="break-all">{email}</b>にお送りしています。{children}
        </p>
      </div>
      <p className="mt-6">
        <ButtonLink to="/" variant="quiet">
          トップページへ
        </ButtonLink>
      </p>
    </Card>
  );
}
