import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The dialog that creates something. It is open at first if a link to the page says so with `create`. */
export function useCreating(): ReturnType<typeof useDisclosure> {
  const navigate = useNavigate();
  const { create } = useSearch({ strict: false });
  useEffect(() => {
    // A reload must not open the dialog again.
    if (create !== undefined)
      void navigate({ to: '.', search: (search) => ({ ...search, create: undefined }), replace: true });
  }, [create, navigate]);
  return useDisclosure(create !== undefined);
}
