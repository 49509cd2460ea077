import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The dialog that creates something. A link to the page with `create` opens it. */
export function useCreating(): ReturnType<typeof useDisclosure> {
  const navigate = useNavigate();
  const { create } = useSearch({ strict: false });
  const dialog = useDisclosure(create !== undefined);
  const [, { open }] = dialog;
  useEffect(() => {
    if (create === undefined) return;
    open();
    // A reload must not open the dialog again.
    void navigate({ to: '.', search: (search) => ({ ...search, create: undefined }), replace: true });
  }, [create, navigate, open]);
  return dialog;
}
