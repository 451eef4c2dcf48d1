/** Notes about permissions that the user does not have. */
export const permission = {
  mayLook:
    'Read-only access. Moving and playing require the permission ‘Connect to the robot’, changes ‘Author’. {{granters}} can grant it.',
  mayNotMove: 'To move or play you need the permission ‘Connect to the robot’. {{granters}} can grant it.',
  mayNotAuthor: 'To change anything here you need the permission ‘Author’. {{granters}} can grant it.',
} as const;
