import type { ReactNode } from 'react';
import { Card } from '#kit/ui/card.tsx';
import { Picture, type PictureName } from '#kit/ui/pictures/picture.tsx';

/** The frame of the sign-in pages: a picture, the heading, the form, and alternatives below. */
export function SignInFrame({
  title,
  lead,
  picture,
  children,
  otherWays,
}: {
  title: string;
  lead?: ReactNode;
  picture: PictureName;
  children: ReactNode;
  otherWays?: ReactNode;
}) {
  return (
    <div className="page-container py-10">
      <div className="mx-auto max-w-modal-narrow">
        <div className="mb-6 text-center">
          <Picture name={picture} className="mx-auto size-16" />
          <h1 className="mt-2">{title}</h1>
          {lead && <p className="mt-1 text-ink-2 [word-break:auto-phrase]">{lead}</p>}
        </div>
        <Card>{children}</Card>
        {otherWays && <div className="mt-6 text-center">{otherWays}</div>}
      </div>
    </div>
  );
}
