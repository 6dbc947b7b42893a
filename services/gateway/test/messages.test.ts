import { testMessages } from '@order-hub/testing/test-messages';

testMessages(new URL('../src/', import.meta.url));
