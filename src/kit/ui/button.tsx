import type { ComponentProps, ReactNode } from 'react';
import { Link } from './links/link.tsx';

const variants = {
  primary: 'border-coral bg-coral text-white hover:border-coral-dark hover:bg-coral-dark',
  outline: 'border-coral bg-paper text-coral-dark hover:bg-coral-soft',
  quiet: 'border-transparent text-ink hover:bg-sand',
} as const;

const sizes = {
  small: 'min-h-11 px-5 text-sm',
  medium: 'min-h-12 px-7',
  large: 'min-h-14 px-9 text-lg',
} as const;

type ButtonStyle = {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  className?: string;
};

function buttonClassName({
  variant = 'primary',
  size = 'medium',
  className = '',
}: ButtonStyle): string {
  return `inline-flex items-center justify-center gap-2 rounded-full border-2 py-1 text-center leading-snug font-bold [word-break:auto-phrase] no-underline transition-[background-color,border-color] disabled:opacity-55 aria-disabled:opacity-55 ${variants[variant]} ${sizes[size]} ${className}`;
}

type ButtonProps = ButtonStyle &
  Omit<ComponentProps<'button'>, 'className'> & {
    /** A request is in progress: clicks do nothing, but the focus stays and the state is announced. */
    isBusy?: boolean;
  };

/** A button; `type` is button by default. */
export function Button({ variant, size, className, isBusy, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      {...(isBusy && {
        'aria-disabled': true,
        'aria-busy': true,
        onClick: (event) => event.preventDefault(),
      })}
      className={buttonClassName({ variant, size, className })}
    />
  );
}

/** A link in the style of a button: inside the site by `to`, elsewhere or to a file by `href`. */
export function ButtonLink({
  variant,
  size,
  className,
  children,
  ...target
}: ButtonStyle & { children: ReactNode } & (
    | ({ to: string } & Omit<ComponentProps<typeof Link>, 'to' | 'className'>)
    | ({ href: string } & Omit<ComponentProps<'a'>, 'href' | 'className'>)
  )) {
  const linkClassName = buttonClassName({ variant, size, className });
  return 'to' in target ? (
    <Link {...target} className={linkClassName}>
      {children}
    </Link>
  ) : (
    <a {...target} className={linkClassName}>
      {children}
    </a>
  );
}
