import type { ApplicationStatus } from '#domain/applications/application.ts';

/** An application that its donor may still mend or cancel. */
export type ApplicationActionsProps = {
  application: ApplicationStatus;
  /** The guest's proof; a donor is known by the sign-in. */
  token?: string;
  /** Gets the application after each change. */
  onChange: (application: ApplicationStatus) => void;
  /** Called when the application has moved on meanwhile: it must be fetched anew. */
  onStale: () => void;
};

/** What its dialogs are told. */
export type ActionDialogProps = Omit<ApplicationActionsProps, 'onStale'> & {
  isOpen: boolean;
  onClose: () => void;
  /** Called with the reason why it can't be done any more. */
  onConflict: (message: string) => void;
};
