import { passwordCharsMax, passwordSchema } from '@order-hub/shared/management/users';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';

export const newPasswordForm = z.object({ new_password: passwordSchema });

/** With the current password. */
export const passwordChangeForm = newPasswordForm.extend({ password: textUpTo(passwordCharsMax) });
