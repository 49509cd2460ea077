import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.js';
import { LanguageProvider } from './i18n/language.js';
import { accessibleColors, theme } from './layout/theme.js';
import { router } from './router.js';
import { SessionProvider } from './session/session.js';
import './styles.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={accessibleColors} defaultColorScheme="auto">
      <LanguageProvider>
        <QueryClientProvider client={queryClient}>
          <SessionProvider>
            <Notifications position="bottom-right" />
            <RouterProvider router={router} />
          </SessionProvider>
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  </StrictMode>,
);
